// Cannot hold more memory than the limit in proxies.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push(new Proxy({}, {}));
