// Cannot outlive the limits in iterator helpers over an endless iterator.
// must-end: Timeout | OutOfMemory | Uncaught
function* endless() {
  for (;;) yield 1;
}
endless().map((x) => x + 1).filter((x) => x < 0).toArray();
