// A getter of an argument runs within the script's time.
// must-end: Timeout
await t.echo({
  get x() {
    for (;;) {}
  },
});
