// What is thrown without a stack.
// expect-error: Uncaught RUN_UNCAUGHT "text" at @
const a = 1;
  throw 'text';
