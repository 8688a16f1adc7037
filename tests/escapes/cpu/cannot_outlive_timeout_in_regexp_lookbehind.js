// Cannot outlive the time limit in a lookbehind.
// must-end: Timeout
/(?<=^(a+)+)b/.test('c' + 'a'.repeat(60) + 'b');
