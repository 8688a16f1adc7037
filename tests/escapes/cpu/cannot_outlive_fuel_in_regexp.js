// Cannot outlive its fuel in a regular expression.
// limit: fuel=50 timeoutMs=5000
// ends-within-ms: 1000
// must-end: OutOfFuel
/^(a+)+$/.test('a'.repeat(40) + '!');
