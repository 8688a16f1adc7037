// The name of an error is cut.
// limit: timeoutMs=20000
// must-end: Uncaught | TooLarge
const e = new Error('x');
e.name = 'N'.repeat(5e6);
e.stack = 'S'.repeat(5e6);
e.code = 'C'.repeat(5e6);
throw e;
