// A conditional expression.
// expect: completed "b"
0 ? 'a' : 'b';
