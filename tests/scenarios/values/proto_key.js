// An own __proto__ key stays an own key.
// expect: completed ["{\"__proto__\": {\"x\": 1}, \"a\": 2}", {"__proto__": {"x": 1}, "a": 2}, {"__proto__": {"x": 1}, "a": 2}]
const make = () => (JSON.parse('{"__proto__": {"x": 1}, "a": 2}'));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
