// An error in a function: the place where it was made.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at @
// stack-has: script.js:7:
function f() {
  throw new Error('here');
}
f();
