// Cannot outlive the time limit while a loop closes its iterator.
// must-end: Timeout
const endless = {
  [Symbol.iterator]() {
    return this;
  },
  next: () => ({ done: false, value: 1 }),
  return() {
    for (;;) {}
  },
};
for (const x of endless) break;
