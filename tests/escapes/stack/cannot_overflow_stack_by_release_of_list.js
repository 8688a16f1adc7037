// Cannot overflow the host's stack by the release of a long list.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | OutOfMemory
// repeat: 5
let name = 'none';
try {
  let list = null;
  for (let i = 0; i < 300000; i++) list = { list };
  list = null;
} catch (e) {
  name = e.name;
}
return name;
