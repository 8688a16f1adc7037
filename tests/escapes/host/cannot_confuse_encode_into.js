// A destination that goes away or shrinks while the source is made into a string.
// must-end: completed [0,0,"TypeError"]
const encoder = new TextEncoder();
const detached = new Uint8Array(1 << 16);
const a = encoder.encodeInto({ toString() { structuredClone(0, { transfer: [detached.buffer] }); return 'x'.repeat(1 << 16); } }, detached);
const buffer = new ArrayBuffer(1 << 16, { maxByteLength: 1 << 16 });
let error = 'none';
try {
  encoder.encodeInto({ toString() { buffer.resize(0); return 'x'.repeat(1 << 16); } }, new Uint8Array(buffer));
} catch (e) {
  error = e.name;
}
[a.read, a.written, error];
