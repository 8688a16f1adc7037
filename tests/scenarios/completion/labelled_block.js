// A labelled block has the value up to its break.
// expect: completed "in"
out: {
  'in';
  break out;
}
