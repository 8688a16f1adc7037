// Cannot hold more memory than the limit in bound functions.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
const f = () => 1;
for (let i = 0; ; i++) k.push(f.bind(null, i, i, i, i));
