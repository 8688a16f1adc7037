// Cannot catch the end of its fuel.
// limit: fuel=50 timeoutMs=5000
// must-end: OutOfFuel
for (;;) {
  try {
    for (;;) {}
  } catch {
  } finally {
    continue;
  }
}
