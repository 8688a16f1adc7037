// A declaration has no value: the one before it counts.
// expect: completed 7
7;
const x = 8;
