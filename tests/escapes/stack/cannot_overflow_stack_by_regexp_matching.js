// Cannot overflow the host's stack by matching that nests.
// limit: timeoutMs=700 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | completed "none" | completed "InternalError" | Timeout | OutOfMemory
// repeat: 5
let name = 'none';
try {
  /(?:(?:a?)*?)*$/.test('a'.repeat(100000) + 'b');
} catch (e) {
  name = e.name;
}
return name;
