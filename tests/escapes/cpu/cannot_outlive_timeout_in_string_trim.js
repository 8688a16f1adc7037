// Cannot outlive the limits trimming.
// must-end: Timeout | OutOfMemory
const s = ' '.repeat(2 ** 22) + 'x' + ' '.repeat(2 ** 22);
for (;;) s.trim();
