// A graph of objects with 2^100 paths leaves as the graph it is.
// must-end: completed
let d = { end: 1 };
for (let i = 0; i < 100; i++) d = { left: d, right: d };
return d;
