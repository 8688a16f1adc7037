// The place of a syntax error on a later line.
// expect-error: Syntax RUN_SYNTAX at @
const a = 1;
const b = 2
  const c = = 3;
