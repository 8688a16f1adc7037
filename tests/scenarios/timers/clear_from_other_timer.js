// A timer may clear one of the same time.
// expect: completed ["a"]
// virtual-clock: 0
const log = [];
let b;
setTimeout(() => {
  log.push('a');
  clearTimeout(b);
}, 1);
b = setTimeout(() => log.push('b'), 1);
await new Promise((resolve) => setTimeout(resolve, 5));
log;
