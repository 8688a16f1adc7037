// Cannot outlive the limits extending a long prototype chain.
// must-end: Timeout | OutOfMemory
let o = {};
for (;;) {
  const p = {};
  Object.setPrototypeOf(p, o);
  o = p;
}
