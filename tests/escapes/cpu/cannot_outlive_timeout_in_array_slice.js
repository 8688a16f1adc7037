// Cannot outlive the limits slicing something that claims to be long.
// must-end: Timeout | OutOfMemory | Uncaught
[].slice.call({ length: 2 ** 53 - 1 }, 0, 2 ** 32 - 1);
