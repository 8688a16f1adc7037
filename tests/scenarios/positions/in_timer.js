// The place in a timer.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 4:13
setTimeout(() => {
  throw new Error('here');
}, 1);
await t.slow();
