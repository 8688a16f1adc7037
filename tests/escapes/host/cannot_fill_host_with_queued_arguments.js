// The arguments of calls that wait for their turn are bounded.
// limit: timeoutMs=2000
// must-end: OutOfMemory | HostCallLimit | Timeout | TooLarge | Uncaught RangeError
// repeat: 3
const big = new Uint8Array(1000000);
const all = [];
for (let i = 0; i < 900; i++) all.push(t.hang(big));
await Promise.all(all);
