// Awaits within arguments.
// expect: completed 7
await t.add(await t.echo(3), await t.echo(4));
