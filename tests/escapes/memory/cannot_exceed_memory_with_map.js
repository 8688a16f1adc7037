// Cannot hold more memory than the limit in a map.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const m = new Map();
for (let i = 0; ; i++) m.set(i, {});
