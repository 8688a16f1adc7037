// Promise.all takes plain values, too.
// expect: completed [1, 2]
await Promise.all([1, t.echo(2)]);
