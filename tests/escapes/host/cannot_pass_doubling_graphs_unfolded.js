// A graph that doubles per level goes out as the graph it is.
// limit: timeoutMs=20000
// must-end: completed "fine"
let d = [];
for (let i = 0; i < 100; i++) d = [d, d];
const back = await t.echo(d);
let levels = 0;
for (let a = back; a.length > 0; a = a[0]) {
  if (a[0] !== a[1]) return 'unfolded at ' + levels;
  levels++;
}
return levels === 100 ? 'fine' : 'levels ' + levels;
