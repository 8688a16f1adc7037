// Cannot hold more memory than the limit in parsed JSON.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const s = JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ i, s: 'x' + i })));
const k = [];
for (;;) k.push(JSON.parse(s));
