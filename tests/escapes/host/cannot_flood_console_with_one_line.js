// One giant line is cut to the limit.
// limit: timeoutMs=20000
// log-bytes-at-most: 66000
// must-end: completed "done" | OutOfMemory
console.log('x'.repeat(5e6));
'done';
