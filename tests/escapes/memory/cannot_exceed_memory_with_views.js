// Cannot hold more memory than the limit in views.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
const b = new ArrayBuffer(64);
for (;;) k.push(new DataView(b), new Float32Array(b, 4, 4));
