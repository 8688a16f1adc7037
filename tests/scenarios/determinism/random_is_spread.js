// Math.random covers its range.
// expect: completed true
let low = 1, high = 0;
for (let i = 0; i < 10000; i++) {
  const x = Math.random();
  low = Math.min(low, x);
  high = Math.max(high, x);
}
low < 0.01 && high > 0.99 && high < 1;
