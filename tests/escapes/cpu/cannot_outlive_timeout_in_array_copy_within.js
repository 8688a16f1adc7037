// Cannot outlive the limits copying within something that claims to be long.
// must-end: Timeout | OutOfMemory
[].copyWithin.call({ length: 2 ** 53 - 1 }, 0, 1);
