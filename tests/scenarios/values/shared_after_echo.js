// Shared references that come back are one object.
// expect: completed [true, true]
const x = {};
const back = await t.echo({ a: x, b: [x] });
back.self = back;
const again = await t.echo(back);
[back.a === back.b[0], again.self === again];
