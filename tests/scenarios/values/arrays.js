// Arrays nest.
// expect: completed ["[1, [2, [3, []]], {}]", [1, [2, [3, []]], {}], [1, [2, [3, []]], {}]]
const make = () => ([1, [2, [3, []]], {}]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
