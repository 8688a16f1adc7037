// The place of a call of what is no function.
// expect-error: Uncaught RUN_UNCAUGHT TypeError at 5:5
const o = {};

  o.f();
