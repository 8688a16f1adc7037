// Cannot hold more memory than the limit in a set.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const s = new Set();
for (let i = 0; ; i++) s.add(i / 7);
