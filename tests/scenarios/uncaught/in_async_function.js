// An error in an awaited async function.
// expect-error: Uncaught RUN_UNCAUGHT Error "inner"
// stack-has: f
async function f() {
  await null;
  throw new Error('inner');
}
await f();
