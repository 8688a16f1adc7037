// Cannot exceed the limit in what join builds.
// must-end: OutOfMemory | Timeout | Uncaught
// limit: timeoutMs=2000
const s = 'x'.repeat(100000);
Array.from({ length: 10000 }, () => s).join('');
