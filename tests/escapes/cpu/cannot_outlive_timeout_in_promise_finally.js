// Cannot go on in Promise.prototype.finally after its time is over.
// must-end: Timeout
const spin = async () => {
  for (;;) {}
};
const again = () => spin().finally(again).catch(again);
await again();
