// Cannot outlive the limits parsing a giant date.
// must-end: Timeout | OutOfMemory
const s = '2020-01-01T00:00:00.' + '0'.repeat(2 ** 22);
const p = '('.repeat(2 ** 21);
for (;;) Date.parse(s) + Date.parse(p) + Date.parse(' '.repeat(2 ** 21));
