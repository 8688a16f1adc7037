// structuredClone refuses weak maps.
// expect: completed "DataCloneError"
try {
  structuredClone(new WeakMap());
} catch (e) {
  return e.name;
}
