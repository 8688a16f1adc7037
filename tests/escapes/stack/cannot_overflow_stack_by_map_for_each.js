// Cannot overflow the host's stack by callbacks of Map.prototype.forEach.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const f = () => new Map([[1, 1]]).forEach(f);
  f();
} catch (e) {
  name = e.name;
}
return name;
