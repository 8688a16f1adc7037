// A loop has the value of its last turn.
// expect: completed 4
for (let i = 0; i < 3; i++) i * 2;
