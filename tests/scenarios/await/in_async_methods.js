// Methods may be asynchronous.
// expect: completed 3
class Counter {
  #n = 0;
  async add(n) {
    this.#n = await t.add(this.#n, n);
    return this.#n;
  }
}
const c = new Counter();
await c.add(1);
await c.add(2);
