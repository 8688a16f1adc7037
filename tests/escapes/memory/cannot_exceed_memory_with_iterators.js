// Cannot hold more memory than the limit in iterators.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push([1, 2][Symbol.iterator](), new Map([[1, 2]]).entries());
