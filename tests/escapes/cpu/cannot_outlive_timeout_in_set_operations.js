// Cannot outlive the limits in set operations with something set-like.
// must-end: Timeout | OutOfMemory | Uncaught
new Set([1]).union({ size: Infinity, has: () => true, keys: () => ({ next: () => ({ done: false, value: Math.random() }) }) });
