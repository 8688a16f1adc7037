// With a seed, the stream of bytes does not depend on the pieces that are asked for.
// seed: 11
// same-runs: 2
// expect: completed true
const take = (n) => [...crypto.getRandomValues(new Uint8Array(n))];
const stream = [...take(3), ...take(1), ...take(12), ...take(16)];
new Set(stream).size > 20 && stream.length === 32;
