// Cannot overflow the host's stack by executors of promises.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const f = () => new Promise((resolve) => resolve(f()));
  await f();
} catch (e) {
  name = e.name;
}
return name;
