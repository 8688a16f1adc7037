// Cannot outlive the limits passing endless arguments.
// must-end: Timeout | OutOfMemory | Uncaught
Math.max(...{ *[Symbol.iterator]() { for (;;) yield 1; } });
