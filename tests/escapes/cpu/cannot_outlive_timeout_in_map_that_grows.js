// Cannot outlive the limits walking a map that grows.
// must-end: Timeout | OutOfMemory
const m = new Map([[0, 0]]);
m.forEach((v, k) => m.set(k + 1, v));
