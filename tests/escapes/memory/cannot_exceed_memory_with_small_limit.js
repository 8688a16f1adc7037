// A limit below what the sandbox itself holds at the start is kept, too.
// limit: memoryLimitBytes=1
// must-end: OutOfMemory | completed
// repeat: 5
const k = [];
for (let i = 0; i < 1000; i++) k.push(new Uint8Array(10000).fill(1));
k.length;
