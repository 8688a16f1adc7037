// An assertion in angle brackets can not become spaces.
// expect-error: TypeScript RUN_TYPESCRIPT "value as T" at 3:11
const x = <number>JSON.parse('1');
