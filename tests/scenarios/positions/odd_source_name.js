// The source may have any name.
// expect-error: Uncaught RUN_UNCAUGHT Error
// source-name: a (b):1:2 é.ts
// stack-has: a (b):1:2 é.ts:5:
throw new Error('x');
