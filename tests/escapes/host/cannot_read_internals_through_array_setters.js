// Setters for indices on Array.prototype see nothing of the machinery.
// must-end: completed {"value": [1, [2, 3]], "seen": 0}
let seen = 0;
for (let i = 0; i < 10; i++) {
  Object.defineProperty(Array.prototype, i, {
    configurable: true,
    get() {
      seen++;
    },
    set(v) {
      seen++;
    },
  });
}
const value = await t.echo([1, [2, 3]]);
const count = seen;
for (let i = 0; i < 10; i++) delete Array.prototype[i];
return { value, seen: count };
