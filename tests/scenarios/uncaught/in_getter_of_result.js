// An error that a getter of the result throws.
// expect-error: Uncaught RUN_UNCAUGHT Error "in getter"
return {
  get x() {
    throw new Error('in getter');
  },
};
