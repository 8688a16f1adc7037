// Cannot hold more memory than the limit in middling typed arrays.
// must-end: OutOfMemory
// or-limit: memoryLimitBytes=8388608
const k = [];
for (;;) {
  const b = new Uint8Array(512 * 1024);
  b[0] = 1;
  k.push(b);
}
