// A for-of loop has the value of its last turn.
// expect: completed "b!"
for (const x of ['a', 'b']) x + '!';
