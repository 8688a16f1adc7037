// structuredClone refuses functions.
// expect: completed "DataCloneError"
try {
  structuredClone(() => {});
} catch (e) {
  return e.name;
}
