// Cannot overflow the host's stack by joining nested arrays.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  let a = [];
  for (let i = 0; i < 200000; i++) a = [a];
  String(a);
} catch (e) {
  name = e.name;
}
return name;
