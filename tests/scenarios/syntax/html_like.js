// Less than and exclamation marks.
// expect: completed true
let a = 1;
a<!--a;
a === 1;
