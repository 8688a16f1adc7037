// A call that was running at the timeout.
// expect-error: Timeout
// limit: timeoutMs=150
// calls: t.rec t.hang=running
// records: [1]
await t.rec(1);
await t.hang();
