// A pattern that is not closed is a syntax error.
// generated: yes
// must-end: Syntax
return '/abc';
