// Cannot outlive the limits splicing something that claims to be long.
// must-end: Timeout | OutOfMemory
[].splice.call({ length: 2 ** 53 - 1 }, 0, 1);
