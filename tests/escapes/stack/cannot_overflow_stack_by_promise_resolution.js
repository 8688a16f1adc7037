// Cannot overflow the host's stack by promises that resolve to each other.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let p = Promise.reject(new RangeError("leaf"));
  for (let i = 0; i < 30000; i++) {
    const q = p;
    p = new Promise((resolve) => resolve(q));
  }
  await p;
} catch (e) {
  name = e.name;
}
return name;
