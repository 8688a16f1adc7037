// Cannot hold more memory than the limit in BigInts.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (let i = 1n; ; i++) k.push((i << 10000n) + i);
