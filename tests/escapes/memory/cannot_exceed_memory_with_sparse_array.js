// Cannot hold more memory than the limit in a sparse array.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (let i = 0; ; i++) k[(i * 7919) % 4294967291] = i;
