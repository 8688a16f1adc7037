// Cannot outlive the limits with microtasks that double.
// must-end: Timeout | OutOfMemory
const again = () => {
  queueMicrotask(again);
  queueMicrotask(again);
};
again();
await new Promise(() => {});
