// An error in a microtask ends the run.
// expect-error: Uncaught RUN_UNCAUGHT Error "in microtask"
queueMicrotask(() => {
  throw new Error('in microtask');
});
await t.slow();
