// Cannot outlive the time limit in findLast.
// must-end: Timeout
[].findLast.call({ length: 2 ** 53 - 1 }, () => false);
