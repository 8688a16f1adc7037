// Cannot outlive the limits making a typed array of an endless iterator.
// must-end: Timeout | OutOfMemory
Uint8Array.from({ *[Symbol.iterator]() { for (;;) yield 1; } });
