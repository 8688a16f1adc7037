// The same seed and clock give the same uncaught error.
// expect-error: Uncaught RUN_UNCAUGHT Error "at 0."
// seed: 9
// virtual-clock: 0
// same-runs: 2
throw new Error('at ' + Math.random());
