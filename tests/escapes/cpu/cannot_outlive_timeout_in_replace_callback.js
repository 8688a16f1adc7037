// Cannot outlive the time limit in a replace callback.
// must-end: Timeout
'x'.repeat(100).replace(/x/g, () => {
  for (;;) {}
});
