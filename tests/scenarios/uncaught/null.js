// A thrown null.
// expect-error: Uncaught RUN_UNCAUGHT "null"
// thrown: null
throw null;
