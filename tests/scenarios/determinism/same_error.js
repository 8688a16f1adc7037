// The same seed and clock give the same error.
// expect: completed true
// seed: 8
// virtual-clock: 0
// same-runs: 2
// log-bytes-at-most: 2000
const x = Math.random();
let stack;
try {
  throw new Error('at ' + x + ' ' + Date.now());
} catch (e) {
  stack = e.stack;
}
console.log(stack);
stack.length > 0;
