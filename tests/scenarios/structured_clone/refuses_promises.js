// structuredClone refuses promises.
// expect: completed "DataCloneError"
try {
  structuredClone(Promise.resolve());
} catch (e) {
  return e.name;
}
