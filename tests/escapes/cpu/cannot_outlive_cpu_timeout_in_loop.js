// Cannot outlive the limit on computing.
// limit: cpuTimeoutMs=100 timeoutMs=5000
// must-end: CpuTimeout
for (;;) {}
