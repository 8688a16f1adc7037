// A type that is none.
// expect-error: Syntax RUN_SYNTAX SyntaxError "`=`" at 3:10
const a: = 1;
