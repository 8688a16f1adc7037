// Cannot outlive the limits spreading an endless iterator.
// must-end: Timeout | OutOfMemory
[...{ *[Symbol.iterator]() { for (;;) yield 1; } }];
