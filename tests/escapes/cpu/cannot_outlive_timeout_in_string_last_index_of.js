// Cannot outlive the time limit in a quadratic search backwards.
// must-end: Timeout
const hay = 'a'.repeat(2 ** 21);
const needle = 'b' + 'a'.repeat(2 ** 20);
for (;;) hay.lastIndexOf(needle);
