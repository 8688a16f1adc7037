// Typed arrays: a sieve, a matrix product, and byte mixing through a DataView.
(() => {
  let check = 0;
  const sieve = new Uint8Array(400000);
  for (let i = 2; i < sieve.length; i++) {
    if (sieve[i]) continue;
    check = (check + i) | 0;
    for (let j = i + i; j < sieve.length; j += i) sieve[j] = 1;
  }
  const n = 90;
  const a = new Float64Array(n * n);
  const b = new Float64Array(n * n);
  const c = new Float64Array(n * n);
  for (let i = 0; i < n * n; i++) {
    a[i] = i % 17;
    b[i] = (i * 3) % 13;
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
  for (let i = 0; i < n * n; i++) check = (Math.imul(check, 31) + c[i]) | 0;
  const words = new Uint32Array(4096);
  for (let round = 0; round < 60; round++) {
    for (let i = 0; i < words.length; i++) words[i] = Math.imul(words[i] ^ i ^ round, 2654435761) >>> 3;
  }
  const view = new DataView(words.buffer);
  for (let at = 0; at + 4 <= view.byteLength; at += 3) check = (check ^ view.getInt32(at, true)) | 0;
  return check >>> 0;
})()
