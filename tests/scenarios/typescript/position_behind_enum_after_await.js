// The same behind an await.
// typescript: transform
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 7:11
enum Color { Red }
await t.echo(Color.Red);

throw new Error('here');
