// Cannot hold more memory than the limit in a list whose release is deep.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
let list = null;
for (;;) list = { next: list };
