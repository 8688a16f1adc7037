// An error that the then of the result throws.
// expect-error: Uncaught RUN_UNCAUGHT Error "in then"
return {
  then() {
    throw new Error('in then');
  },
};
