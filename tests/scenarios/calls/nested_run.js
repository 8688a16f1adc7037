// A run within a tool has calls of its own.
// expect: completed "inner"
// calls: t.nested
await t.nested("await t.echo(1); return await t.echo('inner');");
