// Cannot use the last bytes by asking for ever less.
// must-end: OutOfMemory
const k = [];
let size = 1 << 22;
for (;;) {
  try {
    k.push(new Uint8Array(size).fill(1));
  } catch {
    size = Math.max(1, size >> 1);
  }
}
