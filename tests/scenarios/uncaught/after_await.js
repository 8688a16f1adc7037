// An error after an await.
// expect-error: Uncaught RUN_UNCAUGHT Error "later"
// calls: t.echo
await t.echo(1);
throw new Error('later');
