// What is not enumerable, or has a symbol as key, is left out.
// expect: completed {"a": 1}
const o = { a: 1, [Symbol('s')]: 2 };
Object.defineProperty(o, 'hidden', { value: 3 });
await t.echo(o);
