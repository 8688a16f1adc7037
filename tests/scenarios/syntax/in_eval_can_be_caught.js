// A syntax error in eval is one that can be caught.
// expect: completed "SyntaxError"
try {
  eval('let let');
} catch (e) {
  return e.name;
}
