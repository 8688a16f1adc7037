// A result whose buffer shrinks while it is encoded confuses nothing.
// must-end: completed | NotSerializable
const b = new ArrayBuffer(100000, { maxByteLength: 200000 });
return [new Uint8Array(b), { get x() { b.resize(3); return 1; } }, new Uint8Array(b, 1), b];
