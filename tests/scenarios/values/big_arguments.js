// An argument of nearly a megabyte.
// expect: completed 1000000
(await t.echo('x'.repeat(1000000))).length;
