// A return within a switch.
// expect: completed "two"
switch (2) {
  case 2:
    return 'two';
  default:
    return 'other';
}
