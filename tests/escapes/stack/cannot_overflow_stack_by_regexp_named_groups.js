// Cannot overflow the host's stack by a pattern of nested named groups.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | completed "SyntaxError" | completed "none"
// repeat: 5
let name = 'none';
try {
  let s = 'a';
  for (let i = 0; i < 5000; i++) s = `(?<n${i}>${s})`;
  new RegExp(s).test('a');
} catch (e) {
  name = e.name;
}
return name;
