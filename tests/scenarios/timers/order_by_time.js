// Timers ring in the order of their time.
// expect: completed [1, 2, 3]
// virtual-clock: 0
const log = [];
setTimeout(() => log.push(3), 30);
setTimeout(() => log.push(1), 10);
setTimeout(() => log.push(2), 20);
await new Promise((resolve) => setTimeout(resolve, 40));
log;
