// Cannot overflow the host's stack by a microtask that recurs.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const f = () => f();
  await new Promise((resolve, reject) => queueMicrotask(() => {
    try {
      f();
    } catch (e) {
      reject(e);
    }
  }));
} catch (e) {
  name = e.name;
}
return name;
