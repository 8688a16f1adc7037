// One array of all kinds.
// expect: completed ["[undefined, null, true, -0, 1n, \"s\", {\"a\": 1}, [<hole>, 1], Date(5), /x/g, Map{1 => 2}, Set{3}, ArrayBuffer(00), Uint8Array[4], Error(\"e\")]", [undefined, null, true, -0, 1n, "s", {"a": 1}, [<hole>, 1], Date(5), /x/g, Map{1 => 2}, Set{3}, ArrayBuffer(00), Uint8Array[4], Error("e")], [undefined, null, true, -0, 1n, "s", {"a": 1}, [<hole>, 1], Date(5), /x/g, Map{1 => 2}, Set{3}, ArrayBuffer(00), Uint8Array[4], Error("e")]]
const make = () => ([undefined, null, true, -0, 1n, 's', { a: 1 }, [, 1], new Date(5), /x/g, new Map([[1, 2]]), new Set([3]), new ArrayBuffer(1), new Uint8Array([4]), new Error('e')]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
