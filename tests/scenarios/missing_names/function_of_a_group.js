// A function that a group of tools does not have, near to one that it has.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "t.ecko is not a function. Did you mean t.echo?" at 5:9
const a = 1;

await t.ecko(a);
