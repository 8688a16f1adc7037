// A run within its fuel.
// expect: completed 10
// limit: fuel=100
let n = 0;
for (let i = 0; i < 10; i++) n++;
n;
