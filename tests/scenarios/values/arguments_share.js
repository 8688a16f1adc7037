// Two arguments can share an object.
// expect: completed [true]
const x = {};
const [a, b] = await t.args(x, x);
[a === b];
