// The virtual clock stands still while the script computes.
// expect: completed 0
// virtual-clock: 5
const start = Date.now();
for (let i = 0; i < 300000; i++);
Date.now() - start;
