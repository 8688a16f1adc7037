// A variable of the script that has the name of a group, in a function.
// expect-error: Uncaught RUN_UNCAUGHT ReferenceError "t is not initialized. t is a group of functions that the script was given"
async function f() {
  const t = await t.echo(1);
}
await f();
