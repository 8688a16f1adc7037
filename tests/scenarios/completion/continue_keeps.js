// A continue keeps the value so far.
// expect: completed 1
for (let i = 0; i < 2; i++) {
  i;
  continue;
}
