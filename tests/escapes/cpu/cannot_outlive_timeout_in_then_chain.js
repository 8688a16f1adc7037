// Cannot outlive the time limit in an endless chain of then.
// must-end: Timeout | OutOfMemory
const again = () => Promise.resolve().then(again);
await again();
