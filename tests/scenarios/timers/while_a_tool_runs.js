// Timers ring while a tool is waited for.
// expect: completed 3
let n = 0;
const id = setInterval(() => n++, 20);
await t.later(70, 0);
clearInterval(id);
Math.min(n, 3);
