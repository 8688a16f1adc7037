// Random bytes are the host's, and no two runs have the same.
// must-end: completed true
const ids = new Set(Array.from({ length: 200 }, () => crypto.randomUUID()));
ids.size === 200;
