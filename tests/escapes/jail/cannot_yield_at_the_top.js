// A script is no generator.
// must-end: Syntax | Uncaught ReferenceError
yield 1;
