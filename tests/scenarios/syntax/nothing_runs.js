// Nothing of a source with a syntax error is run.
// expect-error: Syntax RUN_SYNTAX
// records: []
await t.rec('ran');
let let = 1;
