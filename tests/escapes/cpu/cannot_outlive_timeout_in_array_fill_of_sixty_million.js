// Cannot outlive the limits filling a large array.
// must-end: Timeout | OutOfMemory | Uncaught
new Array(60 << 20).fill();
