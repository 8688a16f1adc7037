// Cannot overflow the host's stack by proxies in a chain of prototypes.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let p = {};
  for (let i = 0; i < 100000; i++) p = Object.create(new Proxy(p, {}));
  p.x;
} catch (e) {
  name = e.name;
}
return name;
