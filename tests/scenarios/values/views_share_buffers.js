// Two views of one buffer share it.
// expect: completed ["[Uint8Array[0, 0] at 0 of &1 ArrayBuffer(00 00), Uint8Array[0] at 1 of *1]", [Uint8Array[0, 0] at 0 of &1 ArrayBuffer(00 00), Uint8Array[0] at 1 of *1], [Uint8Array[0, 0] at 0 of &2 ArrayBuffer(00 00), Uint8Array[0] at 1 of *2]]
const make = () => (((b) => [new Uint8Array(b), new Uint8Array(b, 1, 1)])(new ArrayBuffer(2)));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
