// Exactly as many calls as there may be.
// expect: completed [1, 2, 3]
// limit: maxHostCalls=3
// records: [0, 1, 2]
[await t.rec(0), await t.rec(1), await t.rec(2)];
