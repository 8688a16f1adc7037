// Without a seed they are the host's, new each time.
// expect: completed [65536, true, true]
const a = crypto.getRandomValues(new Uint8Array(65536));
const counts = new Array(256).fill(0);
for (const x of a) counts[x]++;
const b = crypto.getRandomValues(new BigUint64Array(4));
[a.length, counts.every((n) => n > 150 && n < 370), new Set(b).size === 4];
