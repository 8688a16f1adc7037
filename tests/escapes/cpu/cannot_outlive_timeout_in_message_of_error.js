// A message getter of what was thrown runs within the script's time.
// must-end: Timeout | Uncaught
throw {
  get message() {
    for (;;) {}
  },
  toString() {
    for (;;) {}
  },
};
