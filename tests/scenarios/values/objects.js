// Plain objects keep the order of their keys.
// expect: completed ["{\"2\": \"y\", \"10\": \"x\", \"b\": 1, \"a\": {\"c\": []}}", {"2": "y", "10": "x", "b": 1, "a": {"c": []}}, {"2": "y", "10": "x", "b": 1, "a": {"c": []}}]
const make = () => ({ b: 1, a: { c: [] }, 10: 'x', 2: 'y' });
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
