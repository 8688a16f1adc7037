// Cannot hold more memory than the limit in a chain of proxies.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
let p = {};
for (;;) p = new Proxy(p, {});
