// null crosses both ways.
// expect: completed ["null", null, null]
const make = () => (null);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
