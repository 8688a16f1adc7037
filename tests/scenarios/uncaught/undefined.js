// A thrown undefined.
// expect-error: Uncaught RUN_UNCAUGHT "undefined"
// thrown: undefined
throw undefined;
