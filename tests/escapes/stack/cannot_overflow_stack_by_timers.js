// Cannot overflow the host's stack by timers that call each other.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const f = () => f();
  await new Promise((resolve, reject) => setTimeout(() => {
    try {
      f();
    } catch (e) {
      reject(e);
    }
  }, 0));
} catch (e) {
  name = e.name;
}
return name;
