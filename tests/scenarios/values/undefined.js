// undefined crosses both ways.
// expect: completed ["undefined", undefined, undefined]
const make = () => (undefined);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
