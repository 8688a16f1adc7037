// A then that never returns cannot keep the run going.
// must-end: Timeout
await {
  then() {
    for (;;) {}
  },
};
