// A hole that comes back is no property.
// expect: completed [false, true, 3]
const a = await t.echo([, undefined, 1]);
[0 in a, 1 in a, a.length];
