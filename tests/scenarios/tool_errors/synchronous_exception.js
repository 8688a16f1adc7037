// An exception of a synchronous tool is an error.
// expect: completed "cannot open the ledger"
try {
  t.sync.throws();
} catch (e) {
  return e.message;
}
