// Cannot hold more memory than the limit in rejected promises.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (let i = 0; ; i++) k.push(Promise.reject(i));
