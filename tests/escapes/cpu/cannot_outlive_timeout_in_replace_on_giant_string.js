// Cannot outlive the limits replacing in a giant string.
// must-end: Timeout | OutOfMemory | completed
'x'.repeat(2 ** 24).replace(/x/g, 'y').length;
