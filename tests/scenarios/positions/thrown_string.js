// What is thrown without a stack.
// expect-error: Uncaught RUN_UNCAUGHT "text" at 0:0
const a = 1;
  throw 'text';
