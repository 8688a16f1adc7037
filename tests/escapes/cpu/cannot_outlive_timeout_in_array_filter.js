// Cannot outlive the time limit in filter over nothing.
// must-end: Timeout
[].filter.call({ length: 2 ** 53 - 1 }, () => true);
