// The place is where the error was made.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 3:15
const e = new Error('here');

throw e;
