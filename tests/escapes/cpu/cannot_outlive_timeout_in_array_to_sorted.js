// Cannot outlive the limits in toSorted, toReversed, toSpliced, with of a giant sparse array.
// must-end: Timeout | OutOfMemory | completed
const name = (f) => {
  try {
    f();
    return 'done';
  } catch (e) {
    return e.name;
  }
};
const a = new Array(2 ** 32 - 1);
[name(() => a.toSorted()), name(() => a.toReversed()), name(() => a.toSpliced(0, 1)), name(() => a.with(0, 1))];
