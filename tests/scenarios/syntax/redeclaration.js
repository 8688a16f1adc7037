// A variable that is declared twice.
// expect-error: Syntax RUN_SYNTAX "a"
let a = 1;
let a = 2;
