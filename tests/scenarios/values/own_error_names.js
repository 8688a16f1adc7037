// Errors with names of their own keep them.
// expect: completed ["QuotaError(\"m\")", QuotaError("m"), QuotaError("m")]
const make = () => (Object.assign(new Error('m'), { name: 'QuotaError' }));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
