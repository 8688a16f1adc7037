// Cannot outlive the time limit in nested labelled loops.
// must-end: Timeout
a: for (;;) {
  b: for (;;) {
    c: for (;;) {
      if (Math.random() < 0.3) continue a;
      if (Math.random() < 0.3) continue b;
      continue c;
    }
  }
}
