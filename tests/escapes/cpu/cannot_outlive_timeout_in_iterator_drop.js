// Cannot outlive the time limit dropping from an endless iterator.
// must-end: Timeout | Uncaught
function* endless() {
  for (;;) yield 1;
}
endless().drop(Infinity).next();
