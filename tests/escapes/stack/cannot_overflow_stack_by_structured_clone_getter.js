// Cannot overflow the host's stack by structuredClone in a getter.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const o = { get x() { return structuredClone(o); } };
  structuredClone(o);
} catch (e) {
  name = e.name;
}
return name;
