// Recursion ends in a RangeError.
// expect: completed "RangeError"
const f = () => f() + 1;
try {
  f();
} catch (e) {
  return e.name;
}
