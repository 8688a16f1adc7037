// Cannot hold more memory than the limit in names of properties.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (let i = 0; ; i++) k.push({ ['a rather long name of a property ' + i]: i });
