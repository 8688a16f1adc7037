// Buffers that getters detach, resize or transfer midway, and the ones left over.
// must-end: completed ["DataCloneError","DataCloneError","DataCloneError",8,[1,2,3,4]]
const failure = (make) => {
  const buffer = new ArrayBuffer(64, { maxByteLength: 128 });
  try {
    structuredClone(make(buffer), { transfer: [buffer] });
    return 'cloned';
  } catch (e) {
    return e.name;
  }
};
const kept = new ArrayBuffer(8);
const other = Uint8Array.of(1, 2, 3, 4);
const out = [
  failure((b) => ({ v: new Uint8Array(b), get x() { b.transfer(); return new Uint8Array(64); } })),
  failure((b) => ({ v: new Uint8Array(b), get x() { b.resize(1); return b; } })),
  failure((b) => ({ v: new Uint8Array(b, 8, 8), get x() { b.resize(128); return 1; } })),
];
try {
  structuredClone({ get x() { structuredClone(other, { transfer: [other.buffer] }); return 1; } }, { transfer: [kept, other.buffer] });
} catch {}
out.push(kept.byteLength);
const again = Uint8Array.of(1, 2, 3, 4);
out.push([...structuredClone({ again, get y() { again.fill(0); again.set([1, 2, 3, 4]); return 0; } }, { transfer: [again.buffer] }).again]);
out;
