// The place of a syntax error.
// expect-error: Syntax RUN_SYNTAX at @
const x = ;
