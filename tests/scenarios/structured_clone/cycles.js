// Cycles stay cycles.
// expect: completed true
const o = {};
o.self = o;
const c = structuredClone(o);
c.self === c && c !== o;
