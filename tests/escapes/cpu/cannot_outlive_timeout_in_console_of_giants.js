// Cannot outlive the limits printing giants.
// must-end: Timeout | OutOfMemory
const a = Array.from({ length: 100000 }, (_, i) => ({ i }));
for (;;) console.log(a, 'x'.repeat(2 ** 22));
