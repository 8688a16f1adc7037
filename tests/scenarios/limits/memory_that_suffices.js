// A run within its memory.
// expect: completed 40
const k = [];
for (let i = 0; i < 40; i++) k.push(new Uint8Array(1e6).fill(1));
k.length;
