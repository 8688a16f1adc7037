// Cannot hold more memory than the limit in one BigInt.
// must-end: OutOfMemory | Timeout | Uncaught RangeError
let x = 1n;
for (;;) x = (x << 100000n) + x;
