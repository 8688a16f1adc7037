// Cannot outlive its fuel.
// limit: fuel=50 timeoutMs=5000
// must-end: OutOfFuel
for (;;) {}
