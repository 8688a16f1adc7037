// A variable of the script that has the name of a group, at the top.
// expect-error: Uncaught RUN_UNCAUGHT SyntaxError "redeclaration of 't'. t is a group of functions that the script was given"
const t = await t.echo(1);
