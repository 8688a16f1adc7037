// Cannot outlive its fuel by giving way.
// limit: fuel=50 timeoutMs=5000
// ends-within-ms: 1000
// must-end: OutOfFuel
for (;;) await 0;
