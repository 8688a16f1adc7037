// Promise.all over async functions.
// expect: completed ["a1", "b2"]
await Promise.all(['a', 'b'].map(async (x, i) => (await t.echo(x)) + (await t.add(i, 1))));
