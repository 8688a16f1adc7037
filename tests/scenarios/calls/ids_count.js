// Calls are numbered from one in each run.
// expect: completed [1, 2, 3]
[await t.id(), await t.id(), await t.id()];
