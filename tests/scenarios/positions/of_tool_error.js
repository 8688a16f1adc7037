// The place of a tool's error is the call.
// expect-error: Uncaught E_BOOM Error "boom" at 4:9
const a = 1;
await t.boom();
