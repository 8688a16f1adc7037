// A synchronous tool throws.
// expect: completed ["boom", "E_BOOM", true]
// calls: t.sync.boom=failed
try {
  t.sync.boom();
} catch (e) {
  return [e.message, e.code, e instanceof Error];
}
