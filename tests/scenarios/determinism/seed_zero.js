// Zero is a seed, too.
// expect: completed true
// seed: 0
// virtual-clock: 0
// same-runs: 2
Math.random() !== Math.random();
