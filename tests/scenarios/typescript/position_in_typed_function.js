// The stack names the places in the given text.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 5:13
// stack-has: script.js:7:
async function load<T extends { id: number }>(item: T): Promise<T> {
  throw new Error('here');
}
await load<{ id: number }>({ id: 1 } as const);
