// Later entries of the sandbox have the same text.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "t.ecko is not a function. Did you mean t.echo?"
// calls: t.echo
await t.echo(1);
setTimeout(() => t.ecko(), 1);
await new Promise((resolve) => setTimeout(resolve, 50));
