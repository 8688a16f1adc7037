// Odd delays count as zero.
// expect: completed 5
// virtual-clock: 0
let n = 0;
for (const d of [-5, NaN, undefined, -Infinity, null]) setTimeout(() => n++, d);
await new Promise((resolve) => setTimeout(resolve, 1));
n;
