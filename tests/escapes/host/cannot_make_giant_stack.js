// The stack of an error is bounded.
// limit: timeoutMs=20000
// must-end: Uncaught
Error.stackTraceLimit = Infinity;
const name = 'f'.repeat(60000);
const f = { [name]: (n) => { if (n === 0) throw new Error('deep'); f[name](n - 1); } };
f[name](500);
