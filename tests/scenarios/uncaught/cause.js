// An error with its cause.
// expect-error: Uncaught RUN_UNCAUGHT Error "outer"
// thrown: Error("outer", {"cause": {"id": 7}})
throw new Error('outer', { cause: { id: 7 } });
