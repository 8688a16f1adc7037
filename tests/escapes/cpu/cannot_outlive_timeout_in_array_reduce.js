// Cannot outlive the time limit in reduce over nothing.
// must-end: Timeout
[].reduce.call({ length: 2 ** 53 - 1 }, () => 1, 0);
