// The virtual clock does not stretch the wall clock's limit.
// virtual-clock: 0
// must-end: Timeout
setInterval(() => {}, 1);
await new Promise(() => {});
