// A timer wants a function.
// expect: completed "TypeError"
try {
  setTimeout('1 + 1', 0);
} catch (e) {
  return e.name;
}
