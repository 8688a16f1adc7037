// A bad pattern is a syntax error.
// expect-error: Syntax RUN_SYNTAX
/(/;
