// Callbacks that change the array being worked on corrupt nothing.
// must-end: completed "alive"
const uses = [
  (a, change) => a.sort(change),
  (a, change) => a.map(change),
  (a, change) => a.filter(change),
  (a, change) => a.reduce(change, 0),
  (a, change) => a.flatMap((x) => (change(), [x, x])),
  (a, change) => a.find(change),
  (a, change) => a.findLastIndex(change),
  (a, change) => a.splice({ valueOf: () => (change(), 3) }, 5, 1, 2, 3),
  (a, change) => a.copyWithin({ valueOf: () => (change(), 3) }, 5),
  (a, change) => a.fill(0, { valueOf: () => (change(), 3) }),
  (a, change) => a.indexOf(-1, { valueOf: () => (change(), 3) }),
  (a, change) => a.includes(-1, { valueOf: () => (change(), 3) }),
  (a, change) => a.join({ toString: () => (change(), ',') }),
  (a, change) => a.slice({ valueOf: () => (change(), 3) }),
  (a, change) => a.concat({ get length() { change(); return 2; }, [Symbol.isConcatSpreadable]: true }),
  (a, change) => a.with({ valueOf: () => (change(), 3) }, 1),
  (a, change) => a.toSpliced({ valueOf: () => (change(), 3) }, 1),
  (a, change) => a.lastIndexOf(-1, { valueOf: () => (change(), 900) }),
  (a, change) => Array.from(a, change),
  (a, change) => String.fromCharCode(...a.map((x) => ({ valueOf: () => (change(), 65) }))),
  (a, change) => Math.max.apply(null, [{ valueOf: () => (change(), 1) }, ...a]),
];
for (const use of uses) {
  for (const how of [(a) => (a.length = 0), (a) => a.push(...Array(1000)), (a) => a.splice(0, 500), (a) => (a[100000] = 1)]) {
    const a = Array.from({ length: 1000 }, (_, i) => ({ i }));
    let n = 0;
    try {
      use(a, () => (n++ === 3 || n === 1 ? (how(a), 1) : -1));
    } catch {
    }
  }
}
return 'alive';
