// A brace that is missing at the end.
// expect-error: Syntax RUN_SYNTAX
if (true) {
  1;
