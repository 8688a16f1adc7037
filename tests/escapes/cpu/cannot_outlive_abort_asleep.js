// Cannot outlive an abort asleep.
// limit: timeoutMs=5000
// cancel-after-ms: 50
// must-end: Aborted
await new Promise((resolve) => setTimeout(resolve, 1e9));
