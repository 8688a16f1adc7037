// Cannot hold more memory than the limit in parts of split strings.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const s = 'ab,'.repeat(10000);
const k = [];
for (;;) k.push(s.split(','));
