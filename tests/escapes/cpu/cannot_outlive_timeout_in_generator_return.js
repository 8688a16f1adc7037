// Cannot outlive the time limit in a generator that refuses to return.
// must-end: Timeout
function* stubborn() {
  for (;;) {
    try {
      yield 1;
    } finally {
      continue;
    }
  }
}
for (;;) {
  const g = stubborn();
  g.next();
  for (;;) g.return(1);
}
