// The place of a syntax error.
// expect-error: Syntax RUN_SYNTAX at 3:11
const x = ;
