// Cannot outlive the limits parsing numbers with millions of digits.
// must-end: Timeout | OutOfMemory
const s = '1'.repeat(2 ** 22);
for (;;) Number(s) + parseFloat(s) + parseInt(s, 7);
