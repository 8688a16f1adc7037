// Cannot reserve or grow a resizable buffer beyond the limit.
// must-end: OutOfMemory | completed
let name = 'none';
try {
  const b = new ArrayBuffer(8, { maxByteLength: 2 ** 31 - 1 });
  for (let n = 1024; ; n *= 2) {
    b.resize(n);
    new Uint8Array(b).fill(1);
  }
} catch (e) {
  name = e.name;
}
name;
