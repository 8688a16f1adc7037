// Cannot hold more memory than the limit in a weak map.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const keys = [];
const m = new WeakMap();
for (;;) {
  const key = {};
  keys.push(key);
  m.set(key, { key });
}
