// Cannot outlive the time limit making garbage in cycles.
// must-end: Timeout
for (;;) {
  const a = {};
  a.self = { a };
}
