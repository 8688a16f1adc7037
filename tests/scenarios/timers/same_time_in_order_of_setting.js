// Timers of one time ring in the order in which they were set.
// expect: completed ["a", "b", "c"]
// virtual-clock: 0
const log = [];
for (const x of ['a', 'b', 'c']) setTimeout(() => log.push(x), 5);
await new Promise((resolve) => setTimeout(resolve, 5));
log;
