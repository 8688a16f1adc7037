// Whatever is thrown, the run ends as an error of the script.
// must-end: completed "alive"
// limit: timeoutMs=5000
// repeat: 3
const sources = [
  'throw null', 'throw undefined', 'throw 1n', 'throw Symbol("s")', 'throw -0', 'throw NaN', 'throw ""', 'throw "\\ud800"',
  'throw () => {}', 'throw class A {}', 'throw globalThis', 'throw Promise.reject(1)', 'throw new Proxy({}, {})',
  'throw Proxy.revocable({}, {}).proxy', 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy',
  'throw { get message() { throw 1; }, get name() { throw 2; }, get stack() { throw 3; }, get code() { throw 4; } }',
  'throw Object.create(null)', 'throw Object.assign(new Error("x"), { message: 5, name: null, stack: {}, code: [] })',
  'const e = new Error("x"); e.cause = e; e.errors = [e]; throw e', 'throw new AggregateError([new Proxy({}, { get() { throw 1; } })], "x")',
  'const e = new Error("x"); Object.setPrototypeOf(e, null); throw e', 'const e = new Error("x"); delete e.stack; delete e.message; throw e',
  'const e = new Error("x"); e.toString = () => { throw e; }; throw e', 'throw { toString() { throw this; } }',
  'throw { then(a, b) { b(this); } }', 'throw new Proxy(new Error("x"), { getPrototypeOf() { throw 1; }, get() { throw 2; } })',
  'class E extends Error { get [Symbol.toStringTag]() { throw 1; } } throw new E("x")', 'throw document.all', 'throw [[[[[[]]]]]]',
  'throw Object.defineProperty(new Error("x"), "message", { value: "y".repeat(100000) })', 'await Promise.reject()', 'await { then(a, b) { b(); } }',
];
for (const source of sources) {
  try {
    await t.nested(source + ';');
    return source + ' completed';
  } catch (e) {
    if (e.name !== 'Uncaught') return source + ' gave ' + e.name + ': ' + e.message;
  }
}
return 'alive';
