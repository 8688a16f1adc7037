// Cannot outlive the time limit in forEach over nothing.
// must-end: Timeout
[].forEach.call({ length: 2 ** 53 - 1 }, () => {});
