// The place is where the error was made.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at @
const e = new Error('here');

throw e;
