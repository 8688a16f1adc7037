// A getter of an argument of a synchronous tool runs within the script's time.
// must-end: Timeout
t.sync.echo({
  get x() {
    for (;;) {}
  },
});
