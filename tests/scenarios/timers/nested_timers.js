// Timers set timers.
// expect: completed [1, 2, 3]
const log = [];
const next = (n) => new Promise((resolve) => setTimeout(() => {
  log.push(n);
  resolve(n < 3 ? next(n + 1) : null);
}, 1));
await next(1);
log;
