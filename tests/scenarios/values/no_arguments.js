// A call without arguments.
// expect: completed []
await t.args();
