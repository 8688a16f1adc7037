// Instances of classes become plain objects.
// expect: completed [{"x": 1}, true]
class P {
  x = 1;
}
const c = structuredClone(new P());
[c, Object.getPrototypeOf(c) === Object.prototype];
