// The place of a syntax error at the end.
// expect-error: Syntax RUN_SYNTAX at @
const a = [1,
2
