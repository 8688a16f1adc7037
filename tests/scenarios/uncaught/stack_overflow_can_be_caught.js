// Recursion without end can be caught, and the script goes on.
// expect: completed ["RangeError", 10]
const f = () => f();
let name;
try {
  f();
} catch (e) {
  name = e.name;
}
[name, await t.add(4, 6)];
