// A RangeError.
// expect-error: Uncaught RUN_UNCAUGHT RangeError
new Array(-1);
