// AggregateErrors cross with their errors.
// expect: completed ["AggregateError(\"m\", {\"errors\": [Error(\"a\"), 1]})", AggregateError("m", {"errors": [Error("a"), 1]}), AggregateError("m", {"errors": [Error("a"), 1]})]
const make = () => (new AggregateError([new Error('a'), 1], 'm'));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
