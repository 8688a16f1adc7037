// Only the last value counts.
// expect: completed "last"
'first';
'second';
'last';
