// An object literal needs parentheses.
// expect: completed {"a": 1}
({ a: 1 });
