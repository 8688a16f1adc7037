// Empty containers.
// expect: completed ["[{}, [], Map{}, Set{}, ArrayBuffer(), Uint8Array[]]", [{}, [], Map{}, Set{}, ArrayBuffer(), Uint8Array[]], [{}, [], Map{}, Set{}, ArrayBuffer(), Uint8Array[]]]
const make = () => ([{}, [], new Map(), new Set(), new ArrayBuffer(0), new Uint8Array(0)]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
