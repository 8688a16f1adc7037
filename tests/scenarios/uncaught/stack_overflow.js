// Recursion without end is a RangeError.
// expect-error: Uncaught RUN_UNCAUGHT RangeError
const f = () => f();
f();
