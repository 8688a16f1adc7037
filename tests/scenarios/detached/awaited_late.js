// A call may be awaited later.
// expect: completed ["a", "b"]
const a = t.echo('a');
const b = t.echo('b');
[await a, await b];
