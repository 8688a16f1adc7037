// A return at the top gives the result.
// expect: completed {"a": 1}
return { a: 1 };
