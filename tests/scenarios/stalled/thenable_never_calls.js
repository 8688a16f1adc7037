// A thenable that calls nothing back.
// expect-error: Stalled RUN_STALLED
// ends-within-ms: 1000
await { then() {} };
