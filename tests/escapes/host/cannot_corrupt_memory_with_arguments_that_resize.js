// valueOf of an argument that resizes the buffer corrupts nothing.
// must-end: completed "alive"
const fresh = () => {
  const b = new ArrayBuffer(80000, { maxByteLength: 160000 });
  const shrink = { valueOf() { b.resize(2); return 79000; } };
  const detach = { valueOf() { b.transfer(0); return 79000; } };
  return { b, a: new Uint8Array(b), v: new DataView(b), shrink, detach };
};
for (const by of ['shrink', 'detach']) {
  const uses = [
    (f) => f.a.fill(f[by], 10, 79000),
    (f) => f.a.fill(1, f[by], 79500),
    (f) => f.a.copyWithin(0, f[by], 79500),
    (f) => f.a.set([1, 2, 3], f[by]),
    (f) => f.a.set({ length: 3, 0: 1, 1: f[by], 2: 3 }, 78000),
    (f) => f.a.subarray(f[by]),
    (f) => f.a.slice(f[by]),
    (f) => f.a.indexOf(1, f[by]),
    (f) => f.a.lastIndexOf(1, f[by]),
    (f) => f.a.includes(undefined, f[by]),
    (f) => f.a.with(79000, f[by]),
    (f) => f.a.at(f[by]),
    (f) => f.a.join({ toString() { f[by].valueOf(); return ','; } }),
    (f) => f.v.setUint8(79000, f[by]),
    (f) => f.v.setFloat64(79000, f[by]),
    (f) => f.v.getFloat64(f[by]),
    (f) => Atomics.add(new Int32Array(f.b), 19000, f[by]),
    (f) => Atomics.store(f.a, 79000, f[by]),
    (f) => Atomics.compareExchange(f.a, 79000, f[by], 1),
    (f) => f.b.slice(f[by]),
    (f) => new Uint8Array(f.b, 0, f[by]),
    (f) => new DataView(f.b, f[by]),
    (f) => f.a.every(() => f[by].valueOf()),
    (f) => f.a.reduce(() => f[by].valueOf(), 0),
    (f) => [...f.a.entries()].map(() => f[by].valueOf()).length,
  ];
  for (const use of uses) {
    try {
      use(fresh());
    } catch {
    }
  }
}
return 'alive';
