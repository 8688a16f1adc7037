// Cannot outlive the limits comparing giant strings.
// must-end: Timeout | OutOfMemory
const a = '\u00e9'.repeat(2 ** 20);
for (;;) (a + 'a').localeCompare(a + 'b');
