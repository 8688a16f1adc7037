// Waiting is not computing.
// expect: completed "slow"
// limit: cpuTimeoutMs=100
await t.slow();
