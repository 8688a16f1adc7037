// A resizable buffer crosses with the bytes it has.
// expect: completed [3, 3]
const b = new ArrayBuffer(3, { maxByteLength: 100 });
const back = await t.echo([b, new Uint8Array(b)]);
[back[0].byteLength, back[1].length];
