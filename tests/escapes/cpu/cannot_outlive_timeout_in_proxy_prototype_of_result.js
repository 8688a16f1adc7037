// A getPrototypeOf trap in the result runs within the script's time.
// must-end: Timeout | completed | NotSerializable
return new Proxy({ a: 1 }, {
  getPrototypeOf() {
    for (;;) {}
  },
});
