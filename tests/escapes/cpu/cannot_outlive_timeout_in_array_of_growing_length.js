// Cannot outlive the limits in a loop over an array that grows.
// must-end: Timeout | OutOfMemory
const a = [1];
for (const x of a) a.push(x);
