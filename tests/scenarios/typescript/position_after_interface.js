// Lines of types stay where they are. // calls of others: none.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 7:11
interface A {
  b: number;
}

throw new Error('here') as unknown;
