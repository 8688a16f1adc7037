// Cannot outlive the limits listing the keys of a giant object.
// must-end: Timeout | OutOfMemory
const o = {};
for (let i = 0; i < 50000; i++) o['k' + i] = i;
for (;;) Object.entries(o);
