// Objects without a prototype cross as plain objects.
// expect: completed ["{\"a\": 1}", {"a": 1}, {"a": 1}]
const make = () => (Object.assign(Object.create(null), { a: 1 }));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
