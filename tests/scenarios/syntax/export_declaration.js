// A script exports nothing.
// expect-error: Syntax RUN_SYNTAX
export const x = 1;
