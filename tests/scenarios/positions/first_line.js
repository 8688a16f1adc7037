// An error on the first line of the code.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 3:11
throw new Error('here');
