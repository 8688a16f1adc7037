// Cannot outlive the limits grouping an endless iterator.
// must-end: Timeout | OutOfMemory | Uncaught
Object.groupBy({ *[Symbol.iterator]() { for (;;) yield 1; } }, (x) => 'a');
