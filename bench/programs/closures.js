// Closures: counters, currying, memo tables and callbacks that capture.
(() => {
  const counter = (step) => {
    let value = 0;
    return { next: () => (value += step), peek: () => value };
  };
  const add = (a) => (b) => (c) => (a + b + c) | 0;
  const compose = (...functions) => (x) => functions.reduce((value, f) => f(value), x);
  let check = 0;
  const counters = [];
  for (let i = 0; i < 100; i++) counters.push(counter(i));
  for (let round = 0; round < 4000; round++) {
    for (const c of counters) c.next();
  }
  for (const c of counters) check = (Math.imul(check, 31) + c.peek()) | 0;
  for (let i = 0; i < 350000; i++) check = add(check)(i)(7);
  const pipeline = compose((x) => x + 1, (x) => Math.imul(x, 3), (x) => x ^ 0x55, (x) => x & 0xffffff);
  for (let i = 0; i < 100000; i++) check = (check + pipeline(i)) | 0;
  return check >>> 0;
})()
