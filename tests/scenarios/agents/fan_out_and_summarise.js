// An agent asks in parallel and summarises.
// expect: completed {"count": 3, "total": 60, "names": ["a", "b", "c"]}
const ids = await t.echo(['a', 'b', 'c']);
const rows = await Promise.all(ids.map(async (id, i) => ({ id, amount: await t.add(10 * i, 10) })));
({
  count: rows.length,
  total: rows.reduce((sum, r) => sum + r.amount, 0),
  names: rows.map((r) => r.id),
});
