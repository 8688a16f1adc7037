// Cannot overflow the host's stack by JSON.parse of nested arrays.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory
// repeat: 5
let name = 'none';
try {
  JSON.parse('['.repeat(1e6));
} catch (e) {
  name = e.name;
}
return name;
