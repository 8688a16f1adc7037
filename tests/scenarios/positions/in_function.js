// An error in a function: the place where it was made.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 5:13
// stack-has: script.js:7:
function f() {
  throw new Error('here');
}
f();
