// NaN, minus zero and the infinities cross.
// expect: completed ["[NaN, -0, Infinity, -Infinity]", [NaN, -0, Infinity, -Infinity], [NaN, -0, Infinity, -Infinity]]
const make = () => ([NaN, -0, Infinity, -Infinity]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
