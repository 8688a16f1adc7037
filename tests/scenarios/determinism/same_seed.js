// The same seed and clock give the same run.
// expect: completed true
// seed: 7
// virtual-clock: 1000
// same-runs: 2
// log-bytes-at-most: 200
const numbers = Array.from({ length: 5 }, Math.random);
console.log(numbers.join(' '), Date.now());
await new Promise((resolve) => setTimeout(resolve, numbers[0] * 1000));
numbers.every((x) => x >= 0 && x < 1);
