// Cannot outlive the limits encoding giant URIs.
// must-end: Timeout | OutOfMemory
for (;;) decodeURIComponent(encodeURIComponent('\u4e2d'.repeat(2 ** 18)));
