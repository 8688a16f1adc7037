// The copy is another object.
// expect: completed [false, true, 1]
const o = { a: { b: 1 } };
const c = structuredClone(o);
c.a.b = 2;
[o === c, c instanceof Object, o.a.b];
