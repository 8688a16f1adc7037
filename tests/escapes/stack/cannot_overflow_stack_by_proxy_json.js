// Cannot overflow the host's stack by a chain of 150,000 proxies: `JSON.stringify(p)`.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | completed "none" | OutOfMemory
// repeat: 5
let name = 'none';
try {
  let p = {};
  for (let i = 0; i < 150000; i++) p = new Proxy(p, {});
  JSON.stringify(p);
} catch (e) {
  name = e.name;
}
return name;
