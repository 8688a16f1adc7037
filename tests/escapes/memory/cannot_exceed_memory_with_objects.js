// Cannot hold more memory than the limit in objects.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push({ a: 1, b: 2 });
