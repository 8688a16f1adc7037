// A species constructor runs within the script's time.
// must-end: Timeout
const a = [1, 2, 3];
a.constructor = {
  get [Symbol.species]() {
    for (;;) {}
  },
};
a.map((x) => x);
