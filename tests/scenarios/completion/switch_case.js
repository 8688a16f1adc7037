// A switch has the value of the case taken.
// expect: completed "two"
switch (2) {
  case 1:
    'one';
    break;
  case 2:
    'two';
    break;
}
