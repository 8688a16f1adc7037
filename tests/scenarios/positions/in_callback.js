// The place in a callback of a built-in.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 4:26
[1, 2].map((x) => {
  if (x === 2) throw new Error('here');
});
