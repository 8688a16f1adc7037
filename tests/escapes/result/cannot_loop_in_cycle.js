// A cycle leaves as the cycle it is.
// must-end: completed &1 {"self": *1}
const o = {};
o.self = o;
return o;
