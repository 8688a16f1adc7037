// A source that continues a class body is a syntax error.
// must-end: Syntax
static { 1; } } class B {
