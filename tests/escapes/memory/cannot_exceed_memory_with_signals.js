// Signals that are heeded are kept by what they depend on: by the script's memory.
// must-end: OutOfMemory
const { signal } = new AbortController();
for (;;) AbortSignal.any([signal]).onabort = () => {};
