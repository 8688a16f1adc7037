// Sets keep their order.
// expect: completed ["Set{\"b\", \"a\", 1n, undefined}", Set{"b", "a", 1n, undefined}, Set{"b", "a", 1n, undefined}]
const make = () => (new Set(['b', 'a', 1n, undefined]));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
