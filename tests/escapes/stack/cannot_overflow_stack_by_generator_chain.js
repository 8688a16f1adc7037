// Cannot overflow the host's stack by a long chain of generators.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  function* wrap(inner) {
    yield* inner;
  }
  let g = [1][Symbol.iterator]();
  for (let i = 0; i < 100000; i++) g = wrap(g);
  g.next();
} catch (e) {
  name = e.name;
}
return name;
