// Cannot overflow the host's stack by JSON.stringify of nested arrays.
// limit: timeoutMs=700 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let a = [];
  for (let i = 0; i < 200000; i++) a = [a];
  JSON.stringify(a);
} catch (e) {
  name = e.name;
}
return name;
