// Cannot outlive the limits destructuring an endless iterator.
// must-end: Timeout | OutOfMemory
const [first, ...rest] = { *[Symbol.iterator]() { for (;;) yield 1; } };
