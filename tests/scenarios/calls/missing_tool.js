// A tool that is not there is an error that names it.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "t.missing is not a function"
await t.missing();
