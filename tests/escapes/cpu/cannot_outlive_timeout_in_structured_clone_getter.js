// A getter of what is cloned runs within the script's time.
// must-end: Timeout
structuredClone({
  get x() {
    for (;;) {}
  },
});
