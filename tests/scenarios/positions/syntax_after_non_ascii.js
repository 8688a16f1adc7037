// The place of a syntax error after what is not ASCII.
// expect-error: Syntax RUN_SYNTAX at @
const s = 'é中😀'; const = 1;
