// Cannot outlive the limits with timers that double.
// must-end: Timeout | OutOfMemory
const again = () => {
  setTimeout(again, 0);
  setTimeout(again, 0);
};
again();
await new Promise(() => {});
