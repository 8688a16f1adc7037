// Cannot outlive the limit on computing in a regular expression.
// limit: cpuTimeoutMs=100 timeoutMs=5000
// ends-within-ms: 600
// must-end: CpuTimeout
/^(a+)+$/.test('a'.repeat(40) + '!');
