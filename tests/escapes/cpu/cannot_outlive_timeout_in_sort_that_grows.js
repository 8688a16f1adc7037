// Cannot outlive the limits with a comparator that makes the array grow.
// must-end: Timeout | OutOfMemory
const a = Array.from({ length: 1000 }, (_, i) => i);
for (;;) {
  a.sort((x, y) => {
    a.push(x);
    return y - x;
  });
}
