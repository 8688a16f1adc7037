// One call too many.
// expect-error: HostCallLimit RUN_HOST_CALL_LIMIT
// limit: maxHostCalls=3
// records: [0, 1, 2]
for (let i = 0; i < 4; i++) await t.rec(i);
