// Cannot outlive the limits looking through a long prototype chain.
// must-end: Timeout | OutOfMemory
let o = {};
for (let i = 0; i < 50000; i++) o = Object.create(o);
for (;;) o.missing;
