// structuredClone of a function is a DataCloneError.
// expect: completed "DataCloneError"
try {
  structuredClone(() => {});
} catch (e) {
  return e.name;
}
