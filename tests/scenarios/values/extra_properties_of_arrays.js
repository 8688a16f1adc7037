// Other properties of arrays are dropped.
// expect: completed [1]
const a = [1];
a.x = 2;
await t.echo(a);
