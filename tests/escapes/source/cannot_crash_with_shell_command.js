// A shell command is refused.
// generated: yes
// must-end: Syntax | Uncaught ReferenceError
return 'ls -la';
