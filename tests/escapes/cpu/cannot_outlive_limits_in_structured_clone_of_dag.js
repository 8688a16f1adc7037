// A graph that doubles per level is cloned by reference.
// must-end: completed [true, true]
let d = { end: true };
for (let i = 0; i < 100; i++) d = { a: d, b: d };
const c = structuredClone(d);
[c.a === c.b, c.a.a === c.b.b];
