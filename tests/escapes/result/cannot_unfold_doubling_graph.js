// A graph of 2^30 paths leaves as the graph it is.
// must-end: completed
let d = [1];
for (let i = 0; i < 30; i++) d = [d, d];
return d;
