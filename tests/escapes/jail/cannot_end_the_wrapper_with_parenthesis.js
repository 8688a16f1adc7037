// A parenthesis that is not opened is a syntax error.
// must-end: Syntax
1);(2
