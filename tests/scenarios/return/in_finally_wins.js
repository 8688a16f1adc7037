// A return within a finally wins.
// expect: completed 2
try {
  return 1;
} finally {
  return 2;
}
