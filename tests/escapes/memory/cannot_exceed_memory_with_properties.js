// Cannot hold more memory than the limit in properties of one object.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const o = {};
for (let i = 0; ; i++) o['key' + i] = i;
