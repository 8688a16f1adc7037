// Cannot outlive the time limit in some over nothing.
// must-end: Timeout
[].some.call({ length: 2 ** 53 - 1 }, () => false);
