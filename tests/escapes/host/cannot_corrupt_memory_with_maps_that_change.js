// Maps and sets that change while they are walked corrupt nothing.
// must-end: completed "alive"
const m = new Map(Array.from({ length: 1000 }, (_, i) => [i, i]));
const i = m.entries();
i.next();
m.clear();
i.next();
for (let n = 0; n < 1000; n++) m.set({}, n);
m.forEach((v, k) => {
  m.delete(k);
  if (m.size < 10) m.clear();
});
const s = new Set([1, 2, 3]);
const odd = { size: 3, has: () => (s.clear(), true), keys: () => (s.clear(), [4, 5][Symbol.iterator]()) };
for (const name of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']) {
  s.add(1).add(2).add(3);
  try {
    s[name](odd);
  } catch {
  }
}
const w = new WeakMap();
let key = {};
w.set(key, { key });
key = null;
for (let n = 0; n < 1000; n++) w.set({}, { n });
return 'alive';
