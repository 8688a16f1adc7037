// A do-while loop has the value of its last turn.
// expect: completed 0
let n = 2;
do {
  --n;
} while (n > 0);
