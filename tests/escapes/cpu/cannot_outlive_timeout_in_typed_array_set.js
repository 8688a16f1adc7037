// Cannot outlive the time limit copying typed arrays over each other.
// must-end: Timeout
const a = new Uint8Array(8000000);
for (;;) a.set(a.subarray(1), 0);
