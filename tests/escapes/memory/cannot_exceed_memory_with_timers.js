// Cannot hold more memory than the limit in timers.
// must-end: OutOfMemory | Timeout | Uncaught
// limit: timeoutMs=2000
for (;;) setTimeout(() => {}, 1e6);
