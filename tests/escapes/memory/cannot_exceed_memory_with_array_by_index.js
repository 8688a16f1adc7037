// Cannot hold more memory than the limit filling an array by index.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (let i = 0; ; i++) k[i] = i / 3;
