// The place of a variable that is missing.
// expect-error: Uncaught RUN_UNCAUGHT ReferenceError at 4:15
const a = 1;
const b = a + missing;
