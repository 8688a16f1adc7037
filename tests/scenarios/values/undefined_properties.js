// A property that is undefined is there.
// expect: completed ["{\"a\": undefined}", {"a": undefined}, {"a": undefined}]
const make = () => ({ a: undefined });
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
