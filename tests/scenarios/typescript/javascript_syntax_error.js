// What is wrong in JavaScript is told by the engine, as in any script.
// expect-error: Syntax RUN_SYNTAX SyntaxError "unexpected token" at 3:16
const a = { b: };
