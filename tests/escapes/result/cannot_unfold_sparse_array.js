// A sparse array is not unfolded.
// must-end: completed [<4294967294 holes>, 1]
const a = [];
a[4294967294] = 1;
return a;
