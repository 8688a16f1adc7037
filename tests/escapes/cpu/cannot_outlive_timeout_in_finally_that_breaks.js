// A finally block that continues the loop cannot override the end of its time.
// must-end: Timeout
outer: for (;;) {
  try {
    for (;;) {}
  } finally {
    continue outer;
  }
}
