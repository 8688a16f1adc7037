// No arguments object of a wrapper is in reach.
// must-end: completed "undefined" | Syntax | Uncaught
typeof arguments;
