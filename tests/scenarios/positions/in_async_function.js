// The place in an async function.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 5:13
async function f() {
  await t.echo(1);
  throw new Error('here');
}
await f();
