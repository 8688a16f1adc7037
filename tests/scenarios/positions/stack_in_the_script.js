// The script sees the same places.
// expect: completed true
function f() {
  return new Error('x').stack;
}
/^ *at f \(script\.js:4:\d+\)/m.test(f());
