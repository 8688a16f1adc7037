// An await within a loop over what was awaited.
// expect: completed [2, 4, 6]
const out = [];
for (const x of await t.echo([1, 2, 3])) out.push(await t.add(x, x));
out;
