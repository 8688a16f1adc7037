// A lone closing brace is a syntax error.
// must-end: Syntax
}
