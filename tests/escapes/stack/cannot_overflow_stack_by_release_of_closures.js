// Cannot overflow the host's stack by the release of closures in closures.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | OutOfMemory
// repeat: 5
let name = 'none';
try {
  let f = null;
  for (let i = 0; i < 200000; i++) {
    const g = f;
    f = () => g;
  }
  f = null;
} catch (e) {
  name = e.name;
}
return name;
