// Cannot catch the end of its time inside a long native loop.
// must-end: Timeout
for (;;) {
  try {
    [].indexOf.call({ length: 2 ** 53 - 1 }, 9);
  } catch {
  }
}
