// A call that answers later.
// expect: completed "slow"
// takes-at-least-ms: 250
await t.slow();
