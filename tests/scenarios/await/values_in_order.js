// Awaited calls give their values in order.
// expect: completed {"total": 6}
// calls: t.echo t.echo t.echo
let total = 0;
for (const n of [1, 2, 3]) total += await t.echo(n);
({ total });
