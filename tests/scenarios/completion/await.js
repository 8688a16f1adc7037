// An awaited value as the last line.
// expect: completed "hi"
// calls: t.echo
await t.echo('hi');
