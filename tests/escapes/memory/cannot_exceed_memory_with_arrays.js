// Cannot hold more memory than the limit in small arrays.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push([1, 2, 3]);
