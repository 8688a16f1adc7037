// An own __proto__ key that comes back is no prototype.
// expect: completed [true, undefined]
const o = await t.echo(JSON.parse('{"__proto__": {"x": 1}}'));
[Object.hasOwn(o, '__proto__'), o.x];
