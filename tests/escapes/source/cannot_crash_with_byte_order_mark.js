// A byte order mark at the start is skipped or refused.
// generated: yes
// must-end: completed 1 | Syntax
return '\ufeff1;';
