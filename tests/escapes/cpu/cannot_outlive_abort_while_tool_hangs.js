// Cannot outlive an abort while a tool hangs.
// limit: timeoutMs=5000
// cancel-after-ms: 50
// must-end: Aborted
try {
  await t.hang();
} catch {
  for (;;) {}
}
