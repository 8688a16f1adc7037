// An error on a later line.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 7:13
const a = 1;


if (a) {
  throw new Error('here');
}
