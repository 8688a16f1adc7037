// Timeouts and timers of the same time fire in the order in which they were set.
// virtual-clock: 0
// expect: completed ["t1", "s", "micro", "t2"]
const log = [];
setTimeout(() => log.push('t1'), 10);
AbortSignal.timeout(10).onabort = () => {
  log.push('s');
  queueMicrotask(() => log.push('micro'));
};
setTimeout(() => log.push('t2'), 10);
await new Promise((resolve) => setTimeout(resolve, 20));
log;
