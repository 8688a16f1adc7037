// A thrown empty string.
// expect-error: Uncaught RUN_UNCAUGHT
// thrown: ""
throw '';
