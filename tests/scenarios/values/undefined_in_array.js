// undefined in an array is no hole.
// expect: completed ["[undefined, <hole>, undefined]", [undefined, <hole>, undefined], [undefined, <hole>, undefined]]
const make = () => ([undefined, , undefined]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
