// A parameter property is refused.
// expect-error: TypeScript RUN_TYPESCRIPT "parameter property" at 3:30
class A { constructor(public x: number) {} }
return new A(1).x;
