// An agent groups and sorts.
// expect: completed {"x": [3, 1], "y": [2]}
const rows = await t.echo([{ k: 'x', v: 1 }, { k: 'y', v: 2 }, { k: 'x', v: 3 }]);
const groups = {};
for (const { k, v } of rows) (groups[k] ??= []).push(v);
for (const list of Object.values(groups)) list.sort((a, b) => b - a);
groups;
