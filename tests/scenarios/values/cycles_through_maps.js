// Cycles through maps and sets.
// expect: completed ["&1 Map{\"s\" => Set{*1}, *1 => 1}", &1 Map{"s" => Set{*1}, *1 => 1}, &2 Map{"s" => Set{*2}, *2 => 1}]
const make = () => (((m) => (m.set("s", new Set([m])), m.set(m, 1), m))(new Map()));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
