// Cannot hold more memory than the limit in one string.
// must-end: OutOfMemory | Uncaught
let s = 'x'.repeat(1000);
for (;;) s += s;
