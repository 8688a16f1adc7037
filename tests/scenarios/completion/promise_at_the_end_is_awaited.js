// A promise that is the last value is awaited.
// expect: completed "hi"
// calls: t.echo
t.echo('hi');
