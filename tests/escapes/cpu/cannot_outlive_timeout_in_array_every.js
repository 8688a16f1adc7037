// Cannot outlive the time limit in every over nothing.
// must-end: Timeout
[].every.call({ length: 2 ** 53 - 1 }, () => true);
