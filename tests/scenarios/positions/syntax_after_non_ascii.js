// The place of a syntax error after what is not ASCII.
// expect-error: Syntax RUN_SYNTAX at 3:25
const s = 'é中😀'; const = 1;
