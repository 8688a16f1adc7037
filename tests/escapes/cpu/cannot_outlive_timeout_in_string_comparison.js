// Cannot outlive the time limit comparing long equal strings.
// must-end: Timeout | OutOfMemory
const a = 'x'.repeat(2 ** 22) + Math.random();
const b = a.slice(0, 10) + a.slice(10);
for (;;) a < b;
