// An agent collects pages until there are no more.
// expect: completed [0, 1, 2, 3, 4, 5, 6]
const all = [];
for (let page = 0; ; page++) {
  const items = await t.echo(page < 3 ? [page * 3, page * 3 + 1, page * 3 + 2].filter((x) => x < 7) : []);
  if (items.length === 0) break;
  all.push(...items);
}
all;
