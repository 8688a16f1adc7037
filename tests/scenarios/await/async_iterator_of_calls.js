// An asynchronous generator over calls.
// expect: completed [1, 2, 3]
async function* pages() {
  for (let i = 1; i <= 3; i++) yield await t.echo(i);
}
const all = [];
for await (const p of pages()) all.push(p);
all;
