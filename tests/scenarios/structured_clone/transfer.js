// A transferred buffer is detached.
// expect: completed [8, 0]
const b = new ArrayBuffer(8);
const c = structuredClone(b, { transfer: [b] });
[c.byteLength, b.byteLength];
