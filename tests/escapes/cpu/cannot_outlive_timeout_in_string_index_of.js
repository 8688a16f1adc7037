// Cannot outlive the time limit in a quadratic search.
// must-end: Timeout
const hay = 'a'.repeat(2 ** 21);
const needle = 'a'.repeat(2 ** 20) + 'b';
for (;;) hay.indexOf(needle);
