// Messages are any string.
// expect-error: Uncaught RUN_UNCAUGHT Error
// thrown: Error("\ud800\u0000")
throw new Error('\ud800\0');
