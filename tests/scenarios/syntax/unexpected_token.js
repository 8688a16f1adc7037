// A syntax error is told with its place.
// expect-error: Syntax RUN_SYNTAX SyntaxError
const x = ;
