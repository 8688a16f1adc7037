// Decorators are named, not reported as a stray character.
// expect-error: TypeScript RUN_TYPESCRIPT "Decorators are not supported" at 4:1
const log = (c: any) => c;
@log class A {}
