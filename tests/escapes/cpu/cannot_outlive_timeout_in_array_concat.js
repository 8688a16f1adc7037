// Cannot outlive the limits concatenating what claims to be long.
// must-end: Timeout | OutOfMemory | Uncaught
[].concat({ length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true });
