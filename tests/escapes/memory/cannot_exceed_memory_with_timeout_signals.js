// Timeouts that are listened to are kept by the script's memory.
// must-end: OutOfMemory
for (;;) AbortSignal.timeout(1e9).onabort = () => {};
