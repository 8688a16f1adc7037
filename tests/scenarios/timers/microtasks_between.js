// Microtasks run between timers.
// expect: completed ["t1", "m1", "t2", "m2"]
// virtual-clock: 0
const log = [];
for (const i of [1, 2]) {
  setTimeout(() => {
    log.push('t' + i);
    queueMicrotask(() => log.push('m' + i));
  }, 1);
}
await new Promise((resolve) => setTimeout(resolve, 2));
log;
