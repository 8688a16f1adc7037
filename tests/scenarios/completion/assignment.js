// An assignment has the value assigned.
// expect: completed 5
let a;
a = 5;
