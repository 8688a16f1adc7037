// Errors cross with name, message and cause.
// expect: completed ["[Error(\"m\"), RangeError(\"r\", {\"cause\": 1}), TypeError(\"\")]", [Error("m"), RangeError("r", {"cause": 1}), TypeError("")], [Error("m"), RangeError("r", {"cause": 1}), TypeError("")]]
const make = () => ([new Error('m'), new RangeError('r', { cause: 1 }), new TypeError('')]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
