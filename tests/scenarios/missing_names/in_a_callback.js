// The error comes out of a promise.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "t.ecko is not a function. Did you mean t.echo?" at 3:51
await Promise.all([1, 2].map(async (id) => (id, t.ecko(id))));
