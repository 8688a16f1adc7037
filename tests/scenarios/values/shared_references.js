// Shared references stay shared.
// expect: completed ["[&1 {\"a\": 1}, *1, {\"x\": *1}]", [&1 {"a": 1}, *1, {"x": *1}], [&2 {"a": 1}, *2, {"x": *2}]]
const make = () => (((x) => [x, x, { x }])({ a: 1 }));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
