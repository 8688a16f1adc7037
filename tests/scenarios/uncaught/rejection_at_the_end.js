// A rejected promise as the last value.
// expect-error: Uncaught RUN_UNCAUGHT Error "no"
Promise.reject(new Error('no'));
