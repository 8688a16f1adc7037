// Cannot outlive the time limit searching backwards.
// must-end: Timeout
[].lastIndexOf.call({ length: 2 ** 53 - 1 }, 9);
