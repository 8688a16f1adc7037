// Cannot overflow the host's stack by a trap that asks its proxy.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const p = new Proxy({}, { get: (o, key) => p[key] });
  p.x;
} catch (e) {
  name = e.name;
}
return name;
