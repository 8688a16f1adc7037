// Newer syntax runs.
// expect: completed [1, 2, [3], true, "x", 7]
class A {
  static #p = 1;
  static get p() {
    return A.#p;
  }
  static has(o) {
    return #p in o;
  }
}
let n = null;
n ??= 2;
const { a = [3] } = {};
[A.p, n, a, A.has(A), 'x'.at(-1), 1_0 - 3];
