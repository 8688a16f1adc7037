// Cannot outlive the limits filling a map from an endless iterator.
// must-end: Timeout | OutOfMemory
let i = 0;
new Map({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: [i++, i] }) }) });
