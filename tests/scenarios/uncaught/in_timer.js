// An error in a timer ends the run.
// expect-error: Uncaught RUN_UNCAUGHT Error "in timer"
setTimeout(() => {
  throw new Error('in timer');
}, 1);
await t.slow();
