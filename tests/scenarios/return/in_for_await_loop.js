// A return within a for-await loop.
// expect: completed 2
async function* numbers() {
  yield 1;
  yield 2;
  yield 3;
}
for await (const n of numbers()) {
  if (n === 2) return n;
}
