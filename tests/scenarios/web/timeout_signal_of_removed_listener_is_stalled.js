// Nor one whose listeners are gone again.
// expect-error: Stalled RUN_STALLED
// ends-within-ms: 5000
const source = AbortSignal.timeout(20000);
const any = AbortSignal.any([source]);
const listener = () => {};
any.addEventListener('abort', listener);
any.removeEventListener('abort', listener);
await new Promise(() => {});
