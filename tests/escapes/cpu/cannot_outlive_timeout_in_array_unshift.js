// Cannot outlive the time limit unshifting onto something that claims to be long.
// must-end: Timeout
[].unshift.call({ length: 2 ** 53 - 2 }, 1);
