// A thrown number.
// expect-error: Uncaught RUN_UNCAUGHT "42"
// thrown: 42
throw 42;
