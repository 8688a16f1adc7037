// What was thrown is told as it was, and nothing is added to it.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "t.ecko is not a function. Did you mean t.echo?"
// thrown: TypeError("not a function")
t.ecko();
