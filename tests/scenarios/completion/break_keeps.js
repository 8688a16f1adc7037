// A break keeps the value so far.
// expect: completed 5
for (;;) {
  5;
  break;
}
