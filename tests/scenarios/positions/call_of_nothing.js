// The place of a call of what is no function.
// expect-error: Uncaught RUN_UNCAUGHT TypeError at @
const o = {};

  o.f();
