// A comment that is not closed is a syntax error.
// must-end: Syntax
1; /*
