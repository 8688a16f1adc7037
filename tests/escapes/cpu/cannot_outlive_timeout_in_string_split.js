// Cannot outlive the limits splitting a giant string.
// must-end: Timeout | OutOfMemory
for (;;) 'x'.repeat(2 ** 23).split('');
