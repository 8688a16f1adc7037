// Cannot outlive the time limit filling typed arrays.
// must-end: Timeout
const a = new BigUint64Array(1000000);
for (;;) a.fill(1n);
