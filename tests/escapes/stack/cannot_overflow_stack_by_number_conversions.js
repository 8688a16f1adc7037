// Cannot overflow the host's stack by conversions to numbers.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const o = { valueOf: () => Math.max(o) };
  Math.max(o);
} catch (e) {
  name = e.name;
}
return name;
