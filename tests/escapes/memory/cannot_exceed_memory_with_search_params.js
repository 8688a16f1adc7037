// Cannot hold more memory than the limit in URLSearchParams.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const params = new URLSearchParams();
for (let i = 0; ; i++) params.append('name' + i, 'value' + i);
