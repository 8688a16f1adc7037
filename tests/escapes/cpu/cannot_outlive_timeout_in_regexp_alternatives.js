// Cannot outlive the time limit in overlapping alternatives.
// must-end: Timeout
/^(a|a|aa|a?)*$/.test('a'.repeat(60) + 'b');
