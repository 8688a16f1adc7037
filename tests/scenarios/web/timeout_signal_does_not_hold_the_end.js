// A timeout does not hold the end of a script.
// expect: completed [false]
// ends-within-ms: 5000
const signal = AbortSignal.timeout(20000);
signal.onabort = () => {};
[signal.aborted];
