// A while loop has the value of its last turn.
// expect: completed 1
let n = 3;
while (n > 1) --n;
