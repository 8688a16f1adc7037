// The message names the limit.
// expect-error: Timeout RUN_TIMEOUT "100"
// limit: timeoutMs=100
for (;;);
