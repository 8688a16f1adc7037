// A code that is no string is not taken over.
// expect-error: Uncaught RUN_UNCAUGHT Error "m"
throw Object.assign(new Error('m'), { code: 5 });
