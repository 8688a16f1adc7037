// The comma gives the last value.
// expect: completed 2
(1, 2);
