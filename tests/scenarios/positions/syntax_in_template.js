// The place of a syntax error in a template.
// expect-error: Syntax RUN_SYNTAX at @
const s = `a
b ${1 +} c`;
