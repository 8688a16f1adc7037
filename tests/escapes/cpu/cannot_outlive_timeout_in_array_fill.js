// Cannot outlive the limits filling a giant array.
// must-end: Timeout | OutOfMemory | Uncaught
Array(1e9).fill(0);
