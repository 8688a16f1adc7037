// Calls are listed in the order in which they were made.
// expect: completed 1
// calls: t.sync.echo t.echo t.add
t.sync.echo(1);
await t.echo(2);
await t.add(1, 2);
1;
