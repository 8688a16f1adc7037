// Cannot outlive the limits normalising giant strings.
// must-end: Timeout | OutOfMemory
for (;;) '\u1e9b\u0323'.repeat(2 ** 20).normalize('NFKD').normalize('NFC');
