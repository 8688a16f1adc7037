// The place after an await.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 4:15
await t.echo(1);
    throw new Error('here');
