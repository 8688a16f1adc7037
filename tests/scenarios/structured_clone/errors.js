// Errors are copied.
// expect: completed [true, "m", "RangeError"]
const e = structuredClone(new RangeError('m'));
[e instanceof RangeError, e.message, e.name];
