// Cannot outlive the limits collecting endless matches.
// must-end: Timeout | OutOfMemory
const r = /x/g;
Object.defineProperty(r, 'constructor', {
  value: {
    [Symbol.species]: class extends RegExp {
      exec() {
        return ['x'];
      }
    },
  },
});
[...'x'.matchAll(r)];
