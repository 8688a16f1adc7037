// Awaits within literals.
// expect: completed {"a": [1], "b": 2}
({ a: [await t.echo(1)], b: await t.echo(2) });
