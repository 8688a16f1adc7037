// A script is never made part of a function that it could end.
// expect-error: Syntax RUN_SYNTAX SyntaxError at 3:21
return 1 as number; }); globalThis.x = 1; (async () => { return 2;
