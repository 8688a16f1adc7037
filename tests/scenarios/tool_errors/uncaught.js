// A tool's error that nothing catches is the outcome, with its code.
// expect-error: Uncaught E_BOOM Error "boom"
// calls: t.boom=failed
await t.boom();
