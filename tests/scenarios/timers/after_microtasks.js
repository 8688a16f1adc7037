// Timers ring after microtasks.
// expect: completed ["sync", "micro", "timer"]
const log = [];
setTimeout(() => log.push('timer'), 0);
Promise.resolve().then(() => log.push('micro'));
log.push('sync');
await new Promise((resolve) => setTimeout(resolve, 0));
log;
