// Cannot overflow the host's stack by closing a long chain of iterators.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | completed "none" | OutOfMemory | Timeout
// repeat: 5
let name = 'none';
try {
  let i = [1, 2][Symbol.iterator]();
  for (let n = 0; n < 100000; n++) i = i.take(5);
  i.return();
} catch (e) {
  name = e.name;
}
return name;
