// An if has the value of the branch taken.
// expect: completed "yes"
if (true) {
  'yes';
} else {
  'no';
}
