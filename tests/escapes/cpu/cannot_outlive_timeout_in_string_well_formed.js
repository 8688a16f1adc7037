// Cannot outlive the limits repairing giant strings.
// must-end: Timeout | OutOfMemory
const s = '\ud800'.repeat(2 ** 21);
for (;;) s.toWellFormed().isWellFormed();
