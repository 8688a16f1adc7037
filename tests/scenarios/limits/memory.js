// A run that takes more memory than it may.
// expect-error: OutOfMemory RUN_OUT_OF_MEMORY
// limit: memoryLimitBytes=16777216
const k = [];
for (;;) k.push(new Uint8Array(1e6).fill(1));
