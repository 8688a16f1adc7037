// Cannot hold more memory than the limit in nested arrays.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
let a = [];
for (;;) a = [a];
