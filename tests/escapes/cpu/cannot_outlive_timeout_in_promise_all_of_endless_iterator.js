// Cannot outlive the limits in Promise.all of an endless iterator.
// must-end: Timeout | OutOfMemory
await Promise.all({ *[Symbol.iterator]() { for (;;) yield 1; } });
