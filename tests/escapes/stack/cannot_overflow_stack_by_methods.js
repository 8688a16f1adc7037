// Cannot overflow the host's stack by methods.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const o = { m() { return this.m() + 1; } };
  o.m();
} catch (e) {
  name = e.name;
}
return name;
