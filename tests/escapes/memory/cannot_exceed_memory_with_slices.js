// Cannot hold more memory than the limit in parts of strings.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
const s = 'abcdefghijklmnop'.repeat(1000);
for (let i = 0; ; i++) k.push(s.slice(i % 10, 15000));
