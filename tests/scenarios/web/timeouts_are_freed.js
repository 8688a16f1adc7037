// Timeouts that nobody can hear of are freed, with their timers.
// limit: memoryLimitBytes=8388608
// expect: completed 200000
let n = 0;
for (; n < 200000; n++) AbortSignal.timeout(1e9);
n;
