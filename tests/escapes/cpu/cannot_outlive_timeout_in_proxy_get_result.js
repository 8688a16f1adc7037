// The get trap of a proxy in the result runs within the script's time.
// must-end: Timeout
return new Proxy({ a: 1 }, {
  get(target, key) {
    if (key === 'a') for (;;) {}
    return target[key];
  },
});
