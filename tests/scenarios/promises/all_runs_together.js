// Calls in Promise.all wait at the same time.
// expect: completed "done"
// ends-within-ms: 1500
await Promise.all(Array.from({ length: 10 }, () => t.slow()));
'done';
