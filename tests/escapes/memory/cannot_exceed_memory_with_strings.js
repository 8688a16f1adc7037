// Cannot hold more memory than the limit in long strings.
// must-end: OutOfMemory
const k = [];
for (let i = 0; ; i++) k.push('x'.repeat(2 ** 20) + i);
