// Cannot outlive the time limit in a comparator that never returns.
// must-end: Timeout
[3, 2, 1].sort(() => {
  for (;;) {}
});
