// Cannot overflow the host's stack by a long chain of iterator helpers.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let i = [1, 2][Symbol.iterator]();
  for (let n = 0; n < 100000; n++) i = i.map((x) => x);
  i.next();
} catch (e) {
  name = e.name;
}
return name;
