// A code that begins with RUN_ is not taken over.
// expect-error: Uncaught RUN_UNCAUGHT Error "m"
await t.fail('Error', 'm', 'RUN_TIMEOUT');
