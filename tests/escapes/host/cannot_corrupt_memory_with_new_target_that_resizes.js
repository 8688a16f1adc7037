// A newTarget getter that resizes the source corrupts nothing.
// must-end: completed "alive"
for (const C of [Uint8Array, Float32Array, DataView]) {
  const b = new ArrayBuffer(80000, { maxByteLength: 160000 });
  const source = C === DataView ? b : new Uint8Array(b);
  const target = new Proxy(function () {}, {
    get(o, key) {
      if (key === 'prototype') b.resize(4);
      return o[key];
    },
  });
  try {
    Reflect.construct(C, [source, 0, 70000], target);
  } catch {
  }
  try {
    Reflect.construct(C, [source], target);
  } catch {
  }
}
return 'alive';
