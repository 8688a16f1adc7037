// An accessor in an array runs within the script's time.
// must-end: Timeout
const a = [1, 2, 3];
Object.defineProperty(a, 1, {
  enumerable: true,
  get() {
    for (;;) {}
  },
});
return a;
