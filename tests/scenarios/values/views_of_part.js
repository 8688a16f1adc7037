// A view of a part keeps its buffer and offset.
// expect: completed ["Uint16Array[1027] at 2 of ArrayBuffer(01 02 03 04 05 06)", Uint16Array[1027] at 2 of ArrayBuffer(01 02 03 04 05 06), Uint16Array[1027] at 2 of ArrayBuffer(01 02 03 04 05 06)]
const make = () => (new Uint16Array(new Uint8Array([1, 2, 3, 4, 5, 6]).buffer, 2, 1));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
