// Cannot outlive the limits in flatMap over nothing.
// must-end: Timeout | OutOfMemory
[].flatMap.call({ length: 2 ** 53 - 1 }, () => []);
