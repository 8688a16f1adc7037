// super of a wrapper is not in reach.
// must-end: Syntax
super.x;
