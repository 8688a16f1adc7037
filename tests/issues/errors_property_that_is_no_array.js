// An error whose `errors` the script had set to something else ended the run as a fault of the engine.
// expect: completed [Error("x"), Error("y", {"errors": [1]}), "AggregateError"]
const x = new Error('x');
x.errors = 5;
const y = new Error('y');
y.errors = [1];
const z = new AggregateError([]);
z.errors = {};
[await t.echo(x), t.sync.echo(y), (await t.echo(z)).name];
