// Cannot overflow the host's stack by a long chain of promises.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let p = Promise.reject(new RangeError("leaf"));
  for (let i = 0; i < 100000; i++) p = p.then(() => 1);
  await p;
} catch (e) {
  name = e.name;
}
return name;
