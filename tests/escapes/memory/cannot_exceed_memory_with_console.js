// Cannot make the host hold more than the limit on console output.
// must-end: Timeout | OutOfMemory
// log-bytes-at-most: 70000
for (;;) console.log('x'.repeat(1000));
