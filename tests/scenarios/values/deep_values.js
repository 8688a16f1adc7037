// Values nested 900 deep cross.
// expect: completed 900
let a = [];
for (let i = 1; i < 900; i++) a = [a];
a = await t.echo(a);
let depth = 0;
for (; a; a = a[0]) depth++;
depth;
