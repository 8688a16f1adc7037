// Cannot hold more memory than the limit in buffers of one byte.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push(new ArrayBuffer(1));
