// New buffers hold zeros only.
// limit: timeoutMs=20000
// must-end: completed 0
let sum = 0;
for (let i = 0; i < 20; i++) {
  for (const C of [Uint8Array, Float64Array, BigInt64Array]) {
    const a = new C(20000);
    for (const x of a) if (x) sum++;
    a.fill(C === BigInt64Array ? -1n : 255);
  }
  for (const x of new Uint8Array(new ArrayBuffer(100000).slice(5))) if (x) sum++;
  const grown = new ArrayBuffer(8, { maxByteLength: 100000 });
  new Uint8Array(grown).fill(1);
  grown.resize(100000);
  for (const x of new Uint8Array(grown, 8)) if (x) sum++;
  grown.resize(8);
  grown.resize(100000);
  for (const x of new Uint8Array(grown, 8)) if (x) sum++;
  for (const x of new Uint8Array(8).buffer.transfer(50000) ? new Uint8Array(new Uint8Array(8).buffer.transfer(50000)) : []) if (x) sum++;
}
return sum;
