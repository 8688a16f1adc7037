// A very sparse array keeps its length.
// expect: completed ["[<4294967294 holes>, 1]", [<4294967294 holes>, 1], [<4294967294 holes>, 1]]
const make = () => (Object.assign([], { 4294967294: 1 }));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
