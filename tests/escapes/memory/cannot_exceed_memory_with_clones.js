// Cannot hold more memory than the limit in clones.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const s = Array.from({ length: 1000 }, (_, i) => ({ i, s: 'x' + i }));
const k = [];
for (;;) k.push(structuredClone(s));
