// ArrayBuffers cross.
// expect: completed ["ArrayBuffer(01 02 ff)", ArrayBuffer(01 02 ff), ArrayBuffer(01 02 ff)]
const make = () => (new Uint8Array([1, 2, 255]).buffer);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
