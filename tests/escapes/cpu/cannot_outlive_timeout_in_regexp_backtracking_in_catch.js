// Cannot catch the end of its time inside a regular expression.
// must-end: Timeout
for (;;) {
  try {
    /(x+x+)+y/.exec('x'.repeat(60));
  } catch {
  }
}
