// A switch that falls through has the last value.
// expect: completed "three"
switch (2) {
  case 2:
    'two';
  case 3:
    'three';
}
