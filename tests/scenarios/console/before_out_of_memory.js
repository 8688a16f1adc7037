// Lines before the end of memory are kept.
// limit: memoryLimitBytes=16777216
// log: log "before"
// expect-error: OutOfMemory
console.log('before');
const k = [];
for (;;) k.push(new Uint8Array(1e6).fill(1));
