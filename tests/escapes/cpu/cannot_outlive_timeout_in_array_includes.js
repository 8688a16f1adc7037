// Cannot outlive the time limit asking what is not included.
// must-end: Timeout
[].includes.call({ length: 2 ** 53 - 1 }, 9);
