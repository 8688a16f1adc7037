// Cannot overflow the host's stack by a pattern of nested lookaheads.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | completed "SyntaxError" | completed "none"
// repeat: 5
let name = 'none';
try {
  new RegExp('(?='.repeat(100000) + ')'.repeat(100000)).test('a');
} catch (e) {
  name = e.name;
}
return name;
