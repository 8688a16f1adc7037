// An error that nothing catches is the outcome.
// expect-error: Uncaught RUN_UNCAUGHT Error "went wrong"
// thrown: Error("went wrong")
throw new Error('went wrong');
