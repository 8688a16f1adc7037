// Cannot overflow the host's stack by a string of very many parts.
// limit: timeoutMs=700 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | completed "RangeError" | Timeout | OutOfMemory
// repeat: 5
let name = 'none';
try {
  let s = '';
  for (let i = 0; i < 300000; i++) s = 'ab' + s + 'cd';
  s.indexOf('x');
} catch (e) {
  name = e.name;
}
return name;
