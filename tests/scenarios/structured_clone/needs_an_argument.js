// structuredClone needs an argument.
// expect: completed "TypeError"
try {
  structuredClone();
} catch (e) {
  return e.name;
}
