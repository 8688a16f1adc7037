// Arguments are copied when the call is made.
// expect: completed {"n": 1}
const o = { n: 1 };
const p = t.later(20, o);
o.n = 2;
await p;
