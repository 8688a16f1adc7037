// An AggregateError with its errors.
// expect-error: Uncaught RUN_UNCAUGHT AggregateError "both"
// thrown: AggregateError("both", {"errors": [Error("a"), TypeError("b")]})
throw new AggregateError([new Error('a'), new TypeError('b')], 'both');
