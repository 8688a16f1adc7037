// A timeout that nobody listens to can settle nothing.
// expect-error: Stalled RUN_STALLED
// ends-within-ms: 5000
const signal = AbortSignal.timeout(20000);
signal.onabort = () => {};
signal.onabort = null;
await new Promise(() => {});
