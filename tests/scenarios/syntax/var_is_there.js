// var at the top.
// expect: completed 3
var a = 3;
a;
