// A thrown object without a prototype.
// expect-error: Uncaught RUN_UNCAUGHT
// thrown: {"a": 1}
throw Object.assign(Object.create(null), { a: 1 });
