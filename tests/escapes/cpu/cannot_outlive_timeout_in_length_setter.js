// Cannot outlive the limits by setting giant lengths.
// must-end: Timeout | OutOfMemory
const a = [];
for (;;) {
  a.length = 2 ** 32 - 1;
  a[a.length - 1] = 1;
  a.length = 0;
}
