// Odd stack limits break nothing.
// must-end: completed "fine" | Uncaught
for (const limit of [-1, NaN, Infinity, 2 ** 32, '5', null, undefined, {}, { valueOf() { throw 1; } }, 1n, Symbol('x')]) {
  try {
    Error.stackTraceLimit = limit;
    new Error('x').stack;
    await t.boom().catch((e) => e.stack);
  } catch {
  }
}
delete Error.stackTraceLimit;
new Error('x').stack;
return 'fine';
