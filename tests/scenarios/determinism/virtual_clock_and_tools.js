// The virtual clock waits for tools before it jumps.
// expect: completed ["tool", "timer"]
// virtual-clock: 0
const log = [];
const timer = new Promise((resolve) => setTimeout(resolve, 1000)).then(() => log.push('timer'));
await Promise.all([timer, t.later(100, 'tool').then((x) => log.push(x))]);
log;
