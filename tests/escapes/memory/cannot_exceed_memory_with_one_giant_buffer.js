// Cannot have one buffer beyond the limit.
// must-end: OutOfMemory | Uncaught RangeError
new Uint8Array(2 ** 31 - 1).fill(1);
