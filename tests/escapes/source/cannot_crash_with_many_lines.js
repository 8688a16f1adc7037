// Very many lines are fine, and errors name the right one.
// generated: yes
// must-end: Uncaught ReferenceError
// repeat: 5
return '\n'.repeat(200000) + 'missing;';
