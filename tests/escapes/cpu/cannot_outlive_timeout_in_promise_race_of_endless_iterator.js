// Cannot outlive the limits in Promise.race of an endless iterator.
// must-end: Timeout | OutOfMemory
await Promise.race({ *[Symbol.iterator]() { for (;;) yield new Promise(() => {}); } });
