// Cannot hold more memory than the limit in small typed arrays.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push(new Uint8Array(1000));
