// Names within functions that are not asynchronous.
// expect: completed 1
function f(x = 1) {
  return x;
}
f();
