// The then of the result runs within the script's time.
// must-end: Timeout
return {
  get then() {
    for (;;) {}
  },
};
