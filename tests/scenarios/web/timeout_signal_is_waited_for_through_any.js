// The same through a signal that depends on it, and with nothing else that holds either.
// virtual-clock: 0
// expect: completed ["TimeoutError", 250]
await new Promise((resolve) => {
  AbortSignal.any([AbortSignal.timeout(250), new AbortController().signal]).onabort = (e) =>
    resolve([e.target.reason.name, performance.now()]);
});
