// Not when it is compiled, either.
// typescript: transform
// expect-error: Syntax RUN_SYNTAX SyntaxError
return 1; }); enum E { A } globalThis.x = 1; (async () => { return 2;
