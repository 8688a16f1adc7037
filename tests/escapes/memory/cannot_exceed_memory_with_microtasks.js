// Cannot hold more memory than the limit in queued microtasks.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
for (;;) queueMicrotask(() => {});
