// The place of a syntax error at the end.
// expect-error: Syntax RUN_SYNTAX at 5:1
const a = [1,
2
