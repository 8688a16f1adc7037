// A result that never settles.
// expect-error: Stalled RUN_STALLED
// ends-within-ms: 1000
return new Promise(() => {});
