// Cycles stay cycles.
// expect: completed ["&1 {\"self\": *1, \"list\": [*1]}", &1 {"self": *1, "list": [*1]}, &2 {"self": *2, "list": [*2]}]
const make = () => (((o) => ((o.self = o), (o.list = [o]), o))({}));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
