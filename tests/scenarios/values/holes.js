// Holes stay holes.
// expect: completed ["[1, <hole>, 3, <2 holes>]", [1, <hole>, 3, <2 holes>], [1, <hole>, 3, <2 holes>]]
const make = () => ([1, , 3, , ,]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
