// A larger limit is given.
// expect: completed 200
// limit: memoryLimitBytes=268435456
const k = [];
for (let i = 0; i < 200; i++) k.push(new Uint8Array(1e6).fill(1));
k.length;
