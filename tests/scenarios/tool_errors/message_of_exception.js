// An exception of a C++ function becomes an error with its text.
// expect: completed ["Error", "cannot open the ledger"]
try {
  await t.throws();
} catch (e) {
  return [e.name, e.message];
}
