// Cannot outlive the limits changing the case of giant strings.
// must-end: Timeout | OutOfMemory
for (;;) '\u00df\u0149'.repeat(2 ** 20).toUpperCase().toLowerCase();
