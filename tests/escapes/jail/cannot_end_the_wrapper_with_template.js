// A template that is not closed is a syntax error.
// must-end: Syntax
`${(() => { return 1; })()
