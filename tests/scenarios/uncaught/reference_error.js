// A ReferenceError names the variable.
// expect-error: Uncaught RUN_UNCAUGHT ReferenceError "missing"
missing();
