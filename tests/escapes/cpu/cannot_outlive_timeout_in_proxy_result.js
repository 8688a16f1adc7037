// The traps of a proxy in the result run within the script's time.
// must-end: Timeout
return new Proxy({}, {
  ownKeys() {
    for (;;) {}
  },
});
