// BigInts, ill-formed text and views in the deepest array that may cross did not come back.
// expect: completed [10n, "\ud800", 2]
const deep = (depth, leaf) => { let a = [leaf]; for (let i = 1; i < depth; i++) a = [a]; return a; };
const leaf = a => { while (Array.isArray(a)) a = a[0]; return a; };
const back = [];
for (const x of [10n, '\ud800']) back.push(leaf(await t.echo(deep(999, x))));
back.push(leaf(await t.echo(deep(998, new Uint16Array(new ArrayBuffer(8), 2, 2)))).length);
back;
