// The getters of a thrown error run within the script's time.
// must-end: Timeout | Uncaught
const loop = {
  get() {
    for (;;) {}
  },
};
throw Object.defineProperties(new Error('x'), { name: loop, message: loop, stack: loop, code: loop, cause: loop });
