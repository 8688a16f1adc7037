// Cannot overflow the host's stack by JSON.parse with a reviver that nests.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let a = [1];
  for (let i = 0; i < 100000; i++) a = [a];
  JSON.parse('[0, 1]', function (key, value) {
    if (key === '0') this[1] = a;
    return value;
  });
} catch (e) {
  name = e.name;
}
return name;
