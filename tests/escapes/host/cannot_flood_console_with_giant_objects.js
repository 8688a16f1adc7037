// A giant object is cut to the limit.
// limit: timeoutMs=2000
// log-bytes-at-most: 66000
// must-end: completed "done" | OutOfMemory | Timeout
console.log(Array.from({ length: 100000 }, (_, i) => ({ i })), new Map(Array.from({ length: 10000 }, (_, i) => [i, 'x'.repeat(100)])));
'done';
