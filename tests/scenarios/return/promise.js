// A returned promise is awaited.
// expect: completed 5
// calls: t.add
return t.add(2, 3);
