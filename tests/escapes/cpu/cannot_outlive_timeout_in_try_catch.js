// Cannot catch the end of its time.
// must-end: Timeout
for (;;) {
  try {
    for (;;) {}
  } catch {
  }
}
