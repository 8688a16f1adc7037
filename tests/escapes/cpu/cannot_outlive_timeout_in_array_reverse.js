// Cannot outlive the limits reversing something that claims to be long.
// must-end: Timeout | OutOfMemory
[].reverse.call({ length: 2 ** 53 - 1 });
