// structuredClone refuses symbols.
// expect: completed "DataCloneError"
try {
  structuredClone(Symbol());
} catch (e) {
  return e.name;
}
