// Waiting for a timer that was cleared.
// expect-error: Stalled RUN_STALLED
// ends-within-ms: 1000
await new Promise((resolve) => clearTimeout(setTimeout(resolve, 10)));
