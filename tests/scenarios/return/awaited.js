// A return of an awaited call.
// expect: completed 5
// calls: t.add
return await t.add(2, 3);
