// Hundreds of calls at once.
// expect: completed 124750
(await Promise.all(Array.from({ length: 500 }, (_, i) => t.echo(i)))).reduce((a, b) => a + b);
