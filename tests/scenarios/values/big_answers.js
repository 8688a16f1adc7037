// An answer of a megabyte.
// expect: completed [1000000, 63]
const b = new Uint8Array(await t.bytes(1000000));
[b.length, b[999999]];
