// A TypeError has its name.
// expect-error: Uncaught RUN_UNCAUGHT TypeError
null.x;
