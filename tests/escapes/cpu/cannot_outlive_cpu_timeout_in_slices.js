// Cannot reset the limit on computing by waiting in between.
// limit: cpuTimeoutMs=100 timeoutMs=5000
// must-end: CpuTimeout
for (;;) {
  for (let i = 0; i < 100000; i++);
  await t.later(1, 0);
}
