// Cannot hold more memory than the limit in reactions to one promise.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const never = new Promise(() => {});
for (;;) never.then(() => {});
