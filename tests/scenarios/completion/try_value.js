// A try has the value of its block.
// expect: completed 1
try {
  1;
} catch {
  2;
}
