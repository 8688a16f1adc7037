// Cannot hold more memory than the limit in suspended generators.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
function* g() {
  yield 1;
}
const k = [];
for (;;) {
  const i = g();
  i.next();
  k.push(i);
}
