// Cannot outlive an abort in a regular expression.
// limit: timeoutMs=5000
// cancel-after-ms: 50
// must-end: Aborted
/^(a+)+$/.test('a'.repeat(40) + '!');
