// Cannot overflow the host's stack by async generators within each other.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | completed "none" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  async function* wrap(inner) {
    yield* inner;
  }
  let g = (async function* () { yield 1; })();
  for (let i = 0; i < 30000; i++) g = wrap(g);
  await g.next();
} catch (e) {
  name = e.name;
}
return name;
