// A timeout that somebody listens to is something to wait for.
// virtual-clock: 0
// expect: completed ["TimeoutError", 23, 250]
const signal = AbortSignal.timeout(250);
await new Promise((resolve) => signal.addEventListener('abort', resolve));
[signal.reason.name, signal.reason.code, performance.now()];
