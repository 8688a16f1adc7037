// A thrown BigInt.
// expect-error: Uncaught RUN_UNCAUGHT "10"
// thrown: 10n
throw 10n;
