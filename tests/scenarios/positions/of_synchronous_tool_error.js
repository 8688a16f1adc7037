// The place of a synchronous tool's error is the call.
// expect-error: Uncaught E_BOOM Error "boom" at 4:10
const a = 1;
  t.sync.boom();
