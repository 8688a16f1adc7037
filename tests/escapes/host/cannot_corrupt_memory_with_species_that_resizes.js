// A species constructor that resizes corrupts nothing.
// must-end: completed "alive"
const b = new ArrayBuffer(80000, { maxByteLength: 160000 });
const a = new Uint8Array(b);
class Odd extends Uint8Array {
  constructor(...args) {
    b.resize(1);
    super(...args);
  }
}
a.constructor = { [Symbol.species]: Odd };
for (const f of [() => a.slice(0, 50000), () => a.subarray(1, 50000), () => a.map((x) => x), () => a.filter(() => true)]) {
  b.resize(80000);
  try {
    f();
  } catch {
  }
}
return 'alive';
