// new.target of a wrapper is not in reach.
// must-end: Syntax
new.target;
