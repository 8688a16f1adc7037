// Cannot overflow the host's stack by a long chain of classes.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let A = class {};
  for (let i = 0; i < 100000; i++) A = class extends A {};
  new A();
} catch (e) {
  name = e.name;
}
return name;
