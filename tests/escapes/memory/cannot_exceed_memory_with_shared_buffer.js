// Cannot grow a shared buffer beyond the limit.
// must-end: OutOfMemory | completed | Timeout
let name = 'none';
try {
  const k = [];
  for (;;) {
    const b = new SharedArrayBuffer(1024, { maxByteLength: 2 ** 20 });
    b.grow(2 ** 20);
    new Uint8Array(b).fill(1);
    k.push(b);
  }
} catch (e) {
  name = e.name;
}
name;
