// Cannot outlive the limits joining a giant typed array.
// must-end: Timeout | OutOfMemory
const a = new Float64Array(1000000);
for (;;) a.join(',');
