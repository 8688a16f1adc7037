// Cannot overflow the host's stack by finally blocks.
// limit: timeoutMs=700 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  const f = () => {
    try {
      f();
    } finally {
      f();
    }
  };
  f();
} catch (e) {
  name = e.name;
}
return name;
