// The value of a finally block does not count.
// expect: completed 1
try {
  1;
} finally {
  3;
}
