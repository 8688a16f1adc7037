// Answers that arrive together are within the limit, too.
// limit: timeoutMs=2000
// must-end: OutOfMemory | Timeout
await Promise.all(Array.from({ length: 200 }, () => t.bytes(1000000)));
