// Cannot overflow the host's stack by the release of generators in generators.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | OutOfMemory
// repeat: 5
let name = 'none';
try {
  function* g(x) {
    yield x;
  }
  let i = null;
  for (let n = 0; n < 100000; n++) {
    i = g(i);
  }
  i = null;
} catch (e) {
  name = e.name;
}
return name;
