// An await within destructuring and its defaults.
// expect: completed [1, 2]
const { a, b = await t.echo(2) } = await t.echo({ a: 1 });
[a, b];
