// A return within eval is a syntax error there.
// expect-error: Uncaught RUN_UNCAUGHT SyntaxError
eval('return 1');
