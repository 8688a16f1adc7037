// Cannot outlive the time limit searching typed arrays.
// must-end: Timeout
const a = new Uint8Array(16000000);
for (;;) a.indexOf(7);
