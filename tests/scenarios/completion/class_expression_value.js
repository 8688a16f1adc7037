// A class may be used as an expression.
// expect: completed "A"
(class A {}).name;
