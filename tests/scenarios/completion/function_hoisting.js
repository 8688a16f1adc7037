// Functions can be called before they are declared.
// expect: completed 9
square(3);
function square(x) {
  return x * x;
}
