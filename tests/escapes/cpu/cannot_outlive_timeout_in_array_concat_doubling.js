// Cannot outlive the limits doubling an array.
// must-end: Timeout | OutOfMemory | Uncaught
let a = [1, 2, 3];
for (;;) a = a.concat(a);
