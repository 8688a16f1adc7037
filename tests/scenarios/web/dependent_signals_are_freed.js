// Signals that depend on a long-lived one are freed when nobody can hear of them.
// limit: memoryLimitBytes=8388608
// expect: completed 400000
const long = new AbortController();
let n = 0;
for (; n < 400000; n++) AbortSignal.any([long.signal]);
long.abort();
n;
