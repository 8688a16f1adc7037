// Waiting for what nothing can settle is an error at once.
// expect-error: Stalled RUN_STALLED
// ends-within-ms: 1000
await new Promise(() => {});
