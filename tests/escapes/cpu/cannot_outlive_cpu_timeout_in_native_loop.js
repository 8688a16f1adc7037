// Cannot outlive the limit on computing in a long native loop.
// limit: cpuTimeoutMs=100 timeoutMs=5000
// ends-within-ms: 600
// must-end: CpuTimeout
[].indexOf.call({ length: 4294967295 }, 9);
