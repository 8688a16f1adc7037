// Cannot catch the end of its memory.
// must-end: OutOfMemory
for (;;) {
  try {
    const k = [];
    for (;;) k.push(new Uint8Array(100000).fill(1));
  } catch {
  }
}
