// A thrown function cannot be copied.
// expect-error: Uncaught RUN_UNCAUGHT
// thrown: nothing
throw () => {};
