// After a failure the list says what had been done.
// expect-error: Uncaught RUN_UNCAUGHT Error "third"
// calls: t.rec t.rec
// records: [1, 2]
await t.rec(1);
await t.rec(2);
throw new Error('third');
