// Functions in blocks.
// expect: completed "f"
{
  function f() {
    return 'f';
  }
}
f();
