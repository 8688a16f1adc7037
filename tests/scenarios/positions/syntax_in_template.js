// The place of a syntax error in a template.
// expect-error: Syntax RUN_SYNTAX at 4:8
const s = `a
b ${1 +} c`;
