// As many angle brackets as a source may have.
// must-end: Syntax
// generated: yes
// repeat: 5
return '<'.repeat(256 * 1024);
