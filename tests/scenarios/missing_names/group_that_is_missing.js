// A group that is misspelt, inside of another.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "cannot read property 'echo' of undefined. There is no t.snyc. t has " at 3:8
t.snyc.echo(1);
