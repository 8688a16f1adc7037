// Cannot hold more memory than the limit in concatenated strings.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
let s = '';
for (let i = 0; ; i++) s = s + 'abc' + i;
