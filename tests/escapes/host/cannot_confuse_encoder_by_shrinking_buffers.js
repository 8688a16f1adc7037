// Buffers that shrink or detach while they are encoded confuse nothing.
// must-end: completed "alive"
const attempts = [
  () => {
    const b = new ArrayBuffer(100000, { maxByteLength: 200000 });
    return [{ get x() { b.resize(0); return 1; } }, new Uint8Array(b), b];
  },
  () => {
    const b = new ArrayBuffer(100000, { maxByteLength: 200000 });
    return [new Uint8Array(b, 50000), { get x() { b.resize(10); return 1; } }, new DataView(b, 50000), b];
  },
  () => {
    const b = new ArrayBuffer(16, { maxByteLength: 200000 });
    return [b, { get x() { b.resize(200000); return 1; } }, new Float64Array(b), b];
  },
  () => {
    const b = new ArrayBuffer(100000);
    return [{ get x() { b.transfer(); return 1; } }, new Uint8Array(b), b];
  },
  () => {
    const b = new ArrayBuffer(100000);
    const v = new DataView(b, 8, 16);
    structuredClone(b, { transfer: [b] });
    return v;
  },
  () => {
    const b = new ArrayBuffer(64, { maxByteLength: 64 });
    const v = new Uint32Array(b, 32);
    b.resize(16);
    return v;
  },
];
for (const make of attempts) {
  for (const call of [t.echo, t.sync.echo]) {
    try {
      await call(make());
    } catch (e) {
      if (!(e instanceof Error)) return 'odd';
    }
  }
}
return 'alive';
