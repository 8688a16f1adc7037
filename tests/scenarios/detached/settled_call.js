// A call that is not awaited but done before the end is fine.
// expect: completed "done"
// records: ["x"]
// calls: t.rec t.slow
t.rec('x');
await t.slow();
'done';
