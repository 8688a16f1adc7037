// Cannot outlive the time limit shifting something that claims to be long.
// must-end: Timeout
[].shift.call({ length: 2 ** 53 - 1 });
