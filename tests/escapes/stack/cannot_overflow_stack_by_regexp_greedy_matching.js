// Cannot overflow the host's stack by greedy matching of a long string.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | completed "RangeError" | completed "InternalError" | Timeout | OutOfMemory
// repeat: 5
let name = 'none';
try {
  /^(?:.|\n)*?x$/.test('a'.repeat(2000000));
} catch (e) {
  name = e.name;
}
return name;
