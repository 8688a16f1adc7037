// Cannot outlive the limit on computing.
// limit: cpuTimeoutMs=100 timeoutMs=5000
// ends-within-ms: 600
// must-end: CpuTimeout
for (;;) {}
