// Cannot outlive an abort in a long native loop.
// limit: timeoutMs=5000
// cancel-after-ms: 50
// must-end: Aborted
[].indexOf.call({ length: 4294967295 }, 9);
