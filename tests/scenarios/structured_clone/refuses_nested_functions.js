// structuredClone refuses nested functions.
// expect: completed "DataCloneError"
try {
  structuredClone({ a: [() => {}] });
} catch (e) {
  return e.name;
}
