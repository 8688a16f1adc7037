// Cannot overflow the host's stack by a long chain of bound functions.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let f = () => 1;
  for (let i = 0; i < 200000; i++) f = f.bind(null);
  f();
} catch (e) {
  name = e.name;
}
return name;
