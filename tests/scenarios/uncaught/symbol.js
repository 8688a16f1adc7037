// A thrown symbol cannot be copied, but is named.
// expect-error: Uncaught RUN_UNCAUGHT "Symbol(s)"
// thrown: nothing
throw Symbol('s');
