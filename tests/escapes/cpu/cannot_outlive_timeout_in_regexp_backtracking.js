// Cannot outlive the time limit in a regular expression that backtracks.
// must-end: Timeout
/^(a+)+$/.test('a'.repeat(40) + '!');
