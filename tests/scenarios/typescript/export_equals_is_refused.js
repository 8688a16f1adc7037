// There is nobody who could import it.
// expect-error: TypeScript RUN_TYPESCRIPT "return the value" at 3:1
export = 1;
