// Arguments map one to one.
// expect: completed [1, "two", undefined, [4]]
await t.args(1, 'two', undefined, [4]);
