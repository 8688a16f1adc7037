// Cannot hold more memory than the limit in what tools answer.
// limit: timeoutMs=20000
// must-end: OutOfMemory
const k = [];
for (;;) k.push(await t.bytes(1000000));
