// Synchronous calls count, too.
// expect-error: HostCallLimit RUN_HOST_CALL_LIMIT
// limit: maxHostCalls=2
// records: [1, 2]
t.sync.rec(1);
await t.rec(2);
t.sync.rec(3);
