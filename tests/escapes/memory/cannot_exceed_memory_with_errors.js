// Cannot hold more memory than the limit in errors.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push(new Error('x'.repeat(100)));
