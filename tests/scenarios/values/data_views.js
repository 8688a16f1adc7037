// A DataView keeps its buffer and offset.
// expect: completed ["DataView[2] at 1 of ArrayBuffer(01 02 03 04)", DataView[2] at 1 of ArrayBuffer(01 02 03 04), DataView[2] at 1 of ArrayBuffer(01 02 03 04)]
const make = () => (new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
