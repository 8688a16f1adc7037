// A return within an if.
// expect: completed "early"
if (1 < 2) {
  return 'early';
}
'late';
