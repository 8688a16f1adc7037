// An array is a value.
// expect: completed [1, [2]]
[1, [2]];
