// Cannot outlive an abort while it computes.
// limit: timeoutMs=5000
// cancel-after-ms: 50
// must-end: Aborted
for (;;) {}
