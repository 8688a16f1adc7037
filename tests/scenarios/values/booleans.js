// Booleans cross both ways.
// expect: completed ["[true, false]", [true, false], [true, false]]
const make = () => ([true, false]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
