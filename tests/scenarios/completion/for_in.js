// A for-in loop has the value of its last turn.
// expect: completed "b"
for (const k in { a: 1, b: 2 }) k;
