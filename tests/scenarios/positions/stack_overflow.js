// The place of a recursion without end is in the function.
// expect-error: Uncaught RUN_UNCAUGHT RangeError
// stack-has: again (script.js:5:
function again() {
  return again() + 1;
}
again();
