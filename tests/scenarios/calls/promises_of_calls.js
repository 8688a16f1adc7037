// A call gives a promise, a synchronous one does not.
// expect: completed [true, 1]
const p = t.echo(1);
await p;
[p instanceof Promise, t.sync.echo(1)];
