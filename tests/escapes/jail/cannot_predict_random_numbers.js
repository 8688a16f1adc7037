// Two runs do not draw the same numbers: the health check draws one after each.
// must-end: completed true
const a = Math.random();
const bytes = typeof crypto === 'object' ? crypto.getRandomValues(new Uint8Array(16)) : [1, 2];
a !== Math.random() && new Set(bytes).size > 1;
