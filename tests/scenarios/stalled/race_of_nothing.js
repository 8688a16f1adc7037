// Promise.race of nothing never settles.
// expect-error: Stalled RUN_STALLED
await Promise.race([]);
