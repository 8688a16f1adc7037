// A run that computes too long.
// expect-error: Timeout RUN_TIMEOUT
// limit: timeoutMs=100
// takes-at-least-ms: 95
// ends-within-ms: 800
for (;;);
