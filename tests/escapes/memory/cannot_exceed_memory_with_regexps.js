// Cannot hold more memory than the limit in regular expressions.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (let i = 0; ; i++) k.push(new RegExp('a{' + i + '}b(c|d)*'));
