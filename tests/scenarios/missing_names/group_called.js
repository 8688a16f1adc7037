// A group is no function.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "t.sync is not a function. t.sync has "
t.sync(1);
