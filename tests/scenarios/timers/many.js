// Ten thousand timers ring in order.
// expect: completed true
// virtual-clock: 0
const log = [];
for (let i = 0; i < 10000; i++) setTimeout(() => log.push(i % 100), i % 100);
await new Promise((resolve) => setTimeout(resolve, 100));
log.length === 10000 && log.every((x, i) => i === 0 || log[i - 1] <= x);
