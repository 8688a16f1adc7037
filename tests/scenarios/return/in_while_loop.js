// A return within a while loop.
// expect: completed "done"
while (true) {
  return 'done';
}
