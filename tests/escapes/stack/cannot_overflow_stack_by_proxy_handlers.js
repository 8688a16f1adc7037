// Cannot overflow the host's stack by proxies whose handlers are proxies.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let p = {};
  for (let i = 0; i < 100000; i++) p = new Proxy({}, p);
  p.x;
} catch (e) {
  name = e.name;
}
return name;
