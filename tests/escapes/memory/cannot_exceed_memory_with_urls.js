// Cannot hold more memory than the limit in URLs, which are kept outside of the engine's values.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (let i = 0; ; i++) k.push(new URL('http://h/' + 'x'.repeat(5000) + i));
