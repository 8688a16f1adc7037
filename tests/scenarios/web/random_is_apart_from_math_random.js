// Math.random and the random bytes of one seed are streams of their own.
// seed: 5
// expect: completed true
const numbers = [Math.random(), Math.random()];
crypto.randomUUID();
numbers.push(Math.random());
new Set(numbers).size === 3;
