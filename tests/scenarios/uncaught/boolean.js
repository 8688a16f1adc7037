// A thrown boolean.
// expect-error: Uncaught RUN_UNCAUGHT "false"
// thrown: false
throw false;
