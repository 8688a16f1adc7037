// Promise.all over calls that run together.
// expect: completed ["a", "b", "c"]
// calls: t.later t.later t.echo
// ends-within-ms: 1500
await Promise.all([t.later(60, 'a'), t.later(20, 'b'), t.echo('c')]);
