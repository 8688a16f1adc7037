// Cannot outlive the limits in Array.fromAsync of an endless iterator.
// must-end: Timeout | OutOfMemory
await Array.fromAsync({ async *[Symbol.asyncIterator]() { for (;;) yield 1; } });
