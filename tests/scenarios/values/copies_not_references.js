// Values cross by copy.
// expect: completed [1, 2, false]
const o = { n: 1 };
const back = await t.echo(o);
back.n = 2;
[o.n, back.n, o === back];
