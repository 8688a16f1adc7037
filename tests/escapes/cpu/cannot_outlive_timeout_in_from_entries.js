// Cannot outlive the limits in Object.fromEntries of an endless iterator.
// must-end: Timeout | OutOfMemory
Object.fromEntries({ *[Symbol.iterator]() { for (let i = 0; ; i++) yield ['k' + i, i]; } });
