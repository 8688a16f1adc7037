// A try that catches has the value of its catch.
// expect: completed 2
try {
  1;
  throw 0;
} catch {
  2;
}
