// Cannot hold more memory than the limit in pairs that an iterator never stops to give.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
new URLSearchParams((function* () { for (let i = 0; ; i++) yield ['name' + i, i]; })());
