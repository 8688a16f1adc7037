// Cannot hold more memory than the limit in closures over closures.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
let f = () => 1;
for (;;) {
  const g = f;
  f = () => g;
}
