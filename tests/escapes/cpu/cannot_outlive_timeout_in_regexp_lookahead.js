// Cannot outlive the time limit in a lookahead.
// must-end: Timeout
/^(?=(a|aa)+$)(?:a|aa)+$/.test('a'.repeat(80) + 'b');
