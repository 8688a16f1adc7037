// Views that come back share their buffer.
// expect: completed [9, true]
const b = new ArrayBuffer(4);
const [x, y] = await t.echo([new Uint8Array(b), new Uint8Array(b, 2)]);
x[2] = 9;
[y[0], x.buffer === y.buffer];
