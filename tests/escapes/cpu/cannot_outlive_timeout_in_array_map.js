// Cannot outlive the limits in map over a giant sparse array.
// must-end: Timeout | OutOfMemory | Uncaught
[].map.call({ length: 2 ** 32 - 1 }, () => 1);
