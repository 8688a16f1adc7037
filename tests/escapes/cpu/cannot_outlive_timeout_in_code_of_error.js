// The code getter of a thrown error runs within the script's time.
// must-end: Timeout | Uncaught
throw Object.defineProperty(new Error('x'), 'code', {
  get() {
    for (;;) {}
  },
});
