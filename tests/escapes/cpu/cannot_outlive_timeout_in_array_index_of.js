// Cannot outlive the time limit searching something that claims to be long.
// must-end: Timeout
[].indexOf.call({ length: 4294967295 }, 9);
