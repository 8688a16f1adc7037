// Awaits with optional chaining.
// expect: completed undefined
(await t.echo(null))?.x;
