// The source has the name that it was given.
// expect-error: Uncaught RUN_UNCAUGHT Error
// source-name: reports/monthly.ts
// stack-has: reports/monthly.ts:5:
throw new Error('x');
