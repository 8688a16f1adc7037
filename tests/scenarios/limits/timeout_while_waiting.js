// A run that waits too long.
// expect-error: Timeout RUN_TIMEOUT
// limit: timeoutMs=100
// takes-at-least-ms: 95
// ends-within-ms: 800
// calls: t.hang=running
await t.hang();
