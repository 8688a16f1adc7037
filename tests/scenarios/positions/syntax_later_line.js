// The place of a syntax error on a later line.
// expect-error: Syntax RUN_SYNTAX at 5:13
const a = 1;
const b = 2
  const c = = 3;
