// In a text with types, the stripper's parser tells what is wrong: the engine's would stop at the type.
// expect-error: Syntax RUN_SYNTAX SyntaxError "Expression expected" at 4:14
const a: number = 1;
const b = a *;
