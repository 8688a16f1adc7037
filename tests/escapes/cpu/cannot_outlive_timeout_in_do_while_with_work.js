// Cannot outlive the time limit in a loop that works.
// must-end: Timeout
let x = 1;
do {
  x = (x * 48271) % 2147483647;
} while (x !== 0);
