// A code that begins with RUN_ is not taken over.
// expect-error: Uncaught RUN_UNCAUGHT Error "m"
throw Object.assign(new Error('m'), { code: 'RUN_ABORTED' });
