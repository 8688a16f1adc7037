// Cannot outlive the time limit with timers that set the next.
// must-end: Timeout
const again = () => setTimeout(again, 0);
again();
await new Promise(() => {});
