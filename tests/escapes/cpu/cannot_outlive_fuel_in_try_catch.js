// Cannot catch the end of its fuel.
// limit: fuel=50 timeoutMs=5000
// ends-within-ms: 1000
// must-end: OutOfFuel
for (;;) {
  try {
    for (;;) {}
  } catch {
  } finally {
    continue;
  }
}
