// Cannot outlive the limits cutting a long string to pieces.
// must-end: Timeout | OutOfMemory
const s = 'x\u4e2d'.repeat(2 ** 20);
for (;;) {
  for (let i = 0; i < 1000; i++) s.slice(i);
}
