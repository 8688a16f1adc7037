// Cannot overflow the host's stack by instanceof a long chain of bound functions.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let f = function () {};
  for (let i = 0; i < 200000; i++) f = f.bind(null);
  ({}) instanceof f;
} catch (e) {
  name = e.name;
}
return name;
