// With the option transform, parameter properties are compiled.
// typescript: transform
// expect: completed [1, 2]
class A { constructor(public x: number, private readonly y = 2) {} sum(): number[] { return [this.x, this.y]; } }
return new A(1).sum();
