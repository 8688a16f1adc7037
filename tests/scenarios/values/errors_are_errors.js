// An error that comes back is one.
// expect: completed [true, true, "RangeError: m", 1]
const e = await t.echo(new RangeError('m', { cause: 1 }));
[e instanceof RangeError, e instanceof Error, String(e), e.cause];
