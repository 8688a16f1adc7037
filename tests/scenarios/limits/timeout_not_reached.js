// A run within its time.
// expect: completed "slow"
// limit: timeoutMs=5000
await t.slow();
