// Cannot outlive the limits in Array.from of an endless iterator.
// must-end: Timeout | OutOfMemory
Array.from({ *[Symbol.iterator]() { for (;;) yield 1; } });
