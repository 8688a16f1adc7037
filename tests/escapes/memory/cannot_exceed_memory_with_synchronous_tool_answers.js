// Cannot hold more memory than the limit in what synchronous tools answer.
// limit: timeoutMs=20000
// must-end: OutOfMemory
const k = [];
for (;;) k.push(t.sync.bytes(1000000));
