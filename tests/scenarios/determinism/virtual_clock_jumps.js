// The virtual clock jumps to the next timer.
// expect: completed [3600000, 86400000]
// virtual-clock: 0
// ends-within-ms: 1500
const times = [];
setTimeout(() => times.push(Date.now()), 3600000);
await new Promise((resolve) => setTimeout(resolve, 86400000));
times.push(Date.now());
times;
