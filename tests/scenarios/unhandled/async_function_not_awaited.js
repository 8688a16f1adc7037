// An async function that fails and is not awaited.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION Error "lost"
async function f() {
  throw new Error('lost');
}
f();
'done';
