// Cannot overflow the host's stack by Reflect.construct.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  class A {
    constructor() {
      Reflect.construct(A, []);
    }
  }
  new A();
} catch (e) {
  name = e.name;
}
return name;
