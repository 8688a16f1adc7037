// Cannot outlive the time limit with microtasks that queue themselves.
// must-end: Timeout
const again = () => queueMicrotask(again);
again();
await new Promise(() => {});
