// Cannot outlive the limits escaping giant strings.
// must-end: Timeout | OutOfMemory
for (;;) unescape(escape('\u4e2d'.repeat(2 ** 18)));
