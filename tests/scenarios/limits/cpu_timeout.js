// A run that computes more than it may.
// expect-error: CpuTimeout RUN_CPU_TIMEOUT
// limit: cpuTimeoutMs=50
// ends-within-ms: 800
for (;;);
