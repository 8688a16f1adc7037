// Cannot outlive the limits cloning.
// must-end: Timeout | OutOfMemory
const a = Array.from({ length: 100000 }, (_, i) => ({ i, s: 'x' + i }));
for (;;) structuredClone(a);
