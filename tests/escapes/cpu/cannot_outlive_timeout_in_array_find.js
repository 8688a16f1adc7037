// Cannot outlive the time limit in find.
// must-end: Timeout
[].find.call({ length: 2 ** 53 - 1 }, () => false);
