// A comparator that resizes the buffer being sorted corrupts nothing.
// must-end: completed "alive"
for (const C of [Uint8Array, Int32Array, Float64Array, BigInt64Array]) {
  const b = new ArrayBuffer(80000, { maxByteLength: 160000 });
  const a = new C(b);
  let n = 0;
  try {
    a.sort((x, y) => {
      if (n++ === 5) b.resize(8);
      if (n === 50) b.resize(160000);
      return x < y ? 1 : -1;
    });
  } catch {
  }
}
return 'alive';
