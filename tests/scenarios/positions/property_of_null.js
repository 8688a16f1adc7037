// The place of a property that cannot be read.
// expect-error: Uncaught RUN_UNCAUGHT TypeError at 4:19
const o = { a: null };
const x = 1 + o.a.b;
