// Cannot outlive the limits filling something that claims to be long.
// must-end: Timeout | OutOfMemory
[].fill.call({ length: 2 ** 53 - 1 }, 1);
