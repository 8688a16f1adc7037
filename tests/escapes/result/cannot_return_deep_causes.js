// Errors with a long chain of causes are an error.
// limit: timeoutMs=20000
// must-end: NotSerializable | TooLarge | Uncaught RangeError
let e = new Error('leaf');
for (let i = 0; i < 20000; i++) e = new Error('x', { cause: e });
return e;
