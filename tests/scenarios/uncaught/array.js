// A thrown array.
// expect-error: Uncaught RUN_UNCAUGHT
// thrown: [1, 2]
throw [1, 2];
