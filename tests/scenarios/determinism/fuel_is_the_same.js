// The same seed and clock use the same fuel.
// expect: completed 499999500000
// seed: 2
// virtual-clock: 0
// same-runs: 2
let s = 0;
for (let i = 0; i < 1000000; i++) s += i;
s;
