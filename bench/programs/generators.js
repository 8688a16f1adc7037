// Generators and iterators: pipelines of filters, delegation, spread.
(() => {
  function* range(from, to) {
    for (let i = from; i < to; i++) yield i;
  }
  function* map(items, f) {
    for (const item of items) yield f(item);
  }
  function* filter(items, f) {
    for (const item of items) if (f(item)) yield item;
  }
  function* walk(depth) {
    if (depth === 0) {
      yield 1;
      return;
    }
    yield* walk(depth - 1);
    yield depth;
    yield* walk(depth - 1);
  }
  let check = 0;
  for (let round = 0; round < 24; round++) {
    const numbers = map(filter(range(0, 20000), (n) => n % 3 !== 0), (n) => n * 2 + round);
    for (const n of numbers) check = (Math.imul(check, 31) + n) | 0;
    for (const n of walk(10)) check = (check + n) | 0;
    check = (check + [...range(0, 5000)].length) | 0;
  }
  return check >>> 0;
})()
